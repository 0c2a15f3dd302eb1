import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { run } from '../docs/run-code.js'
import { root, workspacePackages } from '../house/workspace.js'
import { copyCompiled, whileStarted } from './created-project.js'
import { isUnreachable, npm } from './npm.js'
import { type PackedPackage, packAll } from './packed.js'

const program = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createListener } from '@platen/http'
import { createMemoryStorage } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'

const store = createMemoryStore()
const url = 'https://garden.example'
const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
await installSite(store, { url, administrator })
const site = createSite({ store, url, media: { storage: createMemoryStorage({ url: url + '/files' }) } })
const server = createServer(createListener(site))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
const port = address !== null && typeof address === 'object' ? address.port : 0
const response = await fetch('http://127.0.0.1:' + port + '/cms-json/cms/v2/types')
const types = (await response.json()) as Record<string, { rest_base: string }>
console.log(response.status, types['post']?.rest_base)
server.close()
`

const entryPoints = workspacePackages().flatMap(({ manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [manifest.name + subpath.slice(1)],
  ),
)
const everything = entryPoints.map((name, index) => `export * as entry${index} from '${name}'`).join('\n')

const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

const strict = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  rootDir: 'src',
}

// Outside the repository, where nothing of its own `node_modules` is found.
const project = mkdtempSync(join(tmpdir(), 'platen-package-'))
t.teardown(() => rmSync(project, { recursive: true, force: true }))
const write = (path: string, text: string) => writeFileSync(join(project, path), text)

// Without scripts: nothing here needs what is compiled of C++, and compiling takes minutes.
const installWords = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0']
let packed: readonly PackedPackage[] = []
const missing = await install()
t.test('the tarballs are installed into a new project', { skip: missing ?? false }, async t => {
  t.match(await npm(['ls', '--json'], project), /"@platen\/site"/)
})

for (const [name, resolution] of Object.entries(resolutions)) {
  t.test(
    `the project compiles with every check, resolution ${name}, and serves`,
    { skip: missing ?? false },
    async t => {
      const config = `tsconfig.${name}.json`
      write(config, JSON.stringify({ compilerOptions: { ...strict, ...resolution, outDir: name }, include: ['src'] }))
      const compiled = await run(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), '-p', config],
        project,
      )
      t.match(compiled, { code: 0, out: '' })
      t.match(await run(process.execPath, [join(name, 'serve.js')], project), {
        code: 0,
        out: '200 posts\n',
        errors: '',
      })
      const all = await run(
        process.execPath,
        ['--input-type=module', '--eval', `await import('./${name}/all.js')`],
        project,
      )
      t.match(all, { code: 0, errors: '' })
    },
  )
}

t.test('the command runs', { skip: missing ?? false }, async t => {
  const bin = join(project, 'node_modules/@platen/cli/dist/bin.js')
  t.match(await run(process.execPath, [bin, '--version'], project), { code: 0, out: /^\d+\.\d+\.\d+/, errors: '' })
})

t.test('create-platen writes projects that test, typecheck and serve', { skip: missing ?? false }, async t => {
  const create = join(project, 'node_modules/create-platen/dist/bin.js')
  const languages = ['ts', 'js']
  for (const language of languages) {
    const words = [create, language, '--yes', '--language', language]
    t.match(await run(process.execPath, words, project), { code: 0, errors: '' })
  }
  let installed = project
  for (const language of languages) {
    const folder = join(project, language)
    // Packages that are unpacked need not be unpacked again.
    renameSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
    // The dependencies of the second project are those of the first.
    if (installed === project) await npm(['install', ...packed.map(({ tarball }) => tarball), ...installWords], folder)
    installed = folder
    copyCompiled(folder)
    await t.test(`a project in ${language}`, async t => {
      const [tested] = await Promise.all([npm(['test'], folder), npm(['run', 'typecheck'], folder)])
      t.match(tested, /pass 2\b/)
      await whileStarted(folder, async url => {
        t.same(await (await fetch(`${url}/cms/v2/books`)).json(), [])
        t.match(await (await fetch(`${url}/library/v1/motto`)).json(), { motto: 'Read more.' })
      })
    })
  }
})

/** Installs the tarballs; why not, where no registry can be reached. */
async function install(): Promise<string | undefined> {
  mkdirSync(join(project, 'src'))
  packed = await packAll()
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  write('package.json', JSON.stringify({ name: 'garden', private: true, type: 'module', dependencies }))
  write('src/serve.ts', program)
  write('src/all.ts', everything)
  try {
    await npm(['install', '--package-lock-only', ...installWords], project)
    await npm(['ci', ...installWords], project)
    return undefined
  } catch (error) {
    if (isUnreachable(error)) return 'no package registry can be reached'
    throw error
  }
}
