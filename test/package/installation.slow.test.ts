import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run } from '../docs/run-code.js'
import { root, workspacePackages } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { copyCompiled, unmetDependencies, whileStarted } from './created-project.js'
import { isUnreachable, npm } from './npm.js'
import { packAll } from './packed.js'

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

/** How a project finds modules, and where what is compiled goes. */
const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', outDir: 'compiled' },
  bundler: { module: 'esnext', moduleResolution: 'bundler', noEmit: true },
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
const project = temporaryFolder('package')
const write = (path: string, text: string) => writeFileSync(join(project, path), text)

// Without scripts: nothing here needs what is compiled of C++, and compiling takes minutes.
const installWords = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0']
type Versions = Readonly<Record<string, string>>
const developedWith = ['typescript', '@types/node']
const skip = (await install()) ?? false
t.test('the tarballs are installed into a new project', { skip }, async t => {
  t.match(await npm(['ls', '--json'], project), /"@platen\/site"/)
})

const { nodenext, ...others } = resolutions
for (const [name, resolution] of [['nodenext', nodenext] as const, ...Object.entries(others)]) {
  t.test(`the project compiles with every check, resolution ${name}`, { skip }, async t => {
    const config = `tsconfig.${name}.json`
    write(config, JSON.stringify({ compilerOptions: { ...strict, ...resolution }, include: ['src'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    t.match(await run(process.execPath, [compiler, '-p', config], project), { code: 0, out: '' })
  })
}

t.test('the compiled packages load, and serve a site', { skip }, async t => {
  const serve = `await import('./compiled/all.js'); await import('./compiled/serve.js')`
  t.match(await run(process.execPath, ['--input-type=module', '--eval', serve], project), {
    code: 0,
    out: '200 posts\n',
    errors: '',
  })
})

t.test('the command runs', { skip }, async t => {
  const bin = join(project, 'node_modules/@platen/cli/bundle/bin.js')
  t.match(await run(process.execPath, [bin, '--version'], project), { code: 0, out: /^\d+\.\d+\.\d+/, errors: '' })
})

// In other runs the project is compiled with another resolution instead.
const languages = ['ts', 'js']
const skipCreated = skip || (languages.length === 0 && 'another run creates projects')
t.test('create-platen writes projects that test, typecheck and serve', { skip: skipCreated }, async t => {
  const create = join(project, 'node_modules/create-platen/bundle/bin.js')
  for (const language of languages) {
    const words = [create, language, '--yes', '--language', language]
    t.match(await run(process.execPath, words, project), { code: 0, errors: '' })
  }
  copyCompiled(project)
  let installed = project
  for (const language of languages) {
    const folder = join(project, language)
    // What satisfies a project need not be installed again.
    renameSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
    installed = folder
    await t.test(`a project in ${language}`, async t => {
      t.same(await unmetDependencies(folder), [])
      const [tested] = await Promise.all([npm(['test'], folder), npm(['run', 'typecheck'], folder)])
      t.match(tested, /pass 2\b/)
      await whileStarted(folder, async url => {
        t.same(await (await fetch(`${url}/cms/v2/books`)).json(), [])
        t.match(await (await fetch(`${url}/library/v1/motto`)).json(), { motto: 'Read more.' })
      })
    })
  }
})

/** Installs the tarballs and what created projects are developed with; why not, where no registry can be reached. */
async function install(): Promise<string | undefined> {
  mkdirSync(join(project, 'src'))
  const packed = await packAll()
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Versions }
  const devDependencies = Object.fromEntries(developedWith.map(name => [name, workspace.dependencies[name]]))
  write(
    'package.json',
    JSON.stringify({ name: 'garden', private: true, type: 'module', dependencies, devDependencies }),
  )
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
