import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'

/**
 * Runs the core where there is nothing of Node: only the language itself and what every web runtime has. Needs
 * `node --experimental-vm-modules`; prints what the program below exports.
 */
const program = `
import { createRegistry, endpoint, registerBatch, registerRootIndex } from '@platen/core'

const registry = createRegistry({ baseUrl: 'https://site.example/cms-json' })
registerRootIndex(registry, () => ({ fields: { name: 'Anywhere' } }))
registerBatch(registry)
registry.route('a/v1', '/{word:[a-z]+}', {
  batch: true,
  endpoints: [
    endpoint({
      methods: ['GET', 'POST'],
      args: {
        list: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
        id: { type: 'string', format: 'uuid' },
        when: { type: 'string', format: 'date-time' },
        at: { type: 'string', format: 'uri' },
      },
      permission: 'public',
      handler: ({ params }) => ({ body: { word: params.word, list: params.list } }),
    }),
  ],
})
const send = async request => {
  const { status, headers, text } = await registry.dispatch(request)
  return { status, tag: headers.ETag, body: JSON.parse(text()) }
}
const bytes = new TextEncoder().encode('{"list":[1,"2"]}')
const values = '&id=0191d5a1-7c6b-7000-8000-000000000000&when=2025-01-02T03:04:05Z&at=https://site.example/'
export default [
  await send({ method: 'GET', path: '/a/v1/w%6Frd', query: 'list=1,2' + values }),
  await send({ method: 'POST', path: '/a/v1/x', headers: { 'content-type': 'application/json' }, body: { kind: 'bytes', bytes } }),
  await send({ method: 'GET', path: '/a/v1/x', query: 'list=1,1&id=no' }),
  await send({ method: 'GET', path: '/', query: '_fields=name' }),
  await send({ method: 'POST', path: '/batch/v1', body: { kind: 'json', value: { requests: [{ path: '/a/v1/y' }] } } }),
]
`

const context = vm.createContext({ TextDecoder, TextEncoder, crypto: globalThis.crypto })
const modules = new Map<string, vm.Module>()
const packages = createRequire(new URL('../../../packages/core/package.json', import.meta.url))

function source(path: string): vm.Module {
  const known = modules.get(path)
  if (known !== undefined) return known
  const made = new vm.SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path })
  modules.set(path, made)
  return made
}

/** The form of a package that is for no runtime in particular. */
function packaged(name: string): vm.Module {
  const main = packages.resolve(name)
  const root = main.slice(0, main.lastIndexOf(`/${name}/`) + name.length + 1)
  const { type, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (type === 'module') return source(join(root, exports['.'].default))
  const wrapped = vm.runInContext(`(module => {${readFileSync(main, 'utf8')}\nreturn module.exports})`, context, {
    filename: main,
  })
  const made = new vm.SyntheticModule(['default'], () => made.setExport('default', wrapped({ exports: {} })), {
    context,
    identifier: name,
  })
  return made
}

async function link(specifier: string, from: vm.Module): Promise<vm.Module> {
  if (specifier === '@platen/core') return source(fileURLToPath(import.meta.resolve('@platen/core')))
  return specifier.startsWith('.') ? source(join(dirname(from.identifier), specifier)) : packaged(specifier)
}

const main = new vm.SourceTextModule(program, { context, identifier: 'program' })
await main.link(link)
await main.evaluate()
console.log(JSON.stringify((main.namespace as { default: unknown }).default))
