import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createFromArguments } from 'create-platen'
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
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

t.test('three questions', async t => {
  const folder = join(t.testdir(), 'Garden of Eden')
  const { code, out, unasked } = await create([], [folder, 'klingon', 'wp', 'JS'])
  t.equal(code, 0)
  t.equal(unasked, 0)
  t.match(out, /Folder.*Dialect.*Answer cms or wp.*Language.*Created .*npm install\n {2}npm start\n$/s)
  t.same(filesOf(folder), ['.gitignore', 'package.json', 'platen.config.js', 'site.test.js', 'tsconfig.json'])
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
    t.same(filesOf(folder), ['.gitignore', 'package.json', 'platen.config.ts', 'site.test.ts', 'tsconfig.json'])
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
  t.same(project['dependencies'], { '@platen/cli': range, '@platen/core': range, '@platen/site': range })
})
