import { join } from 'node:path'
import t from 'tap'
import { docstringComplaints } from './docstrings.js'
import { exportComplaints } from './package-exports.js'
import {
  anyComplaints,
  castComplaints,
  countCodeLines,
  requestCastComplaints,
  sourceComplaints,
} from './source-files.js'
import { declarationFiles, exampleFiles, sourceFiles, workspacePackages } from './workspace.js'

for (const { workspace, folder } of workspacePackages()) {
  t.test(`the sources of ${workspace}`, async t => {
    const files = sourceFiles(folder)
    t.not(files.length, 0, 'it has sources')
    t.same(sourceComplaints(files), [])
    t.same(requestCastComplaints(files), [], 'no casts of requests')
    t.same(anyComplaints(declarationFiles(folder)), [], 'no any in its declarations')
  })
}

t.test('the examples need no casts', async t => {
  const files = exampleFiles()
  t.ok(files.some(({ path }) => path.endsWith('.ts')))
  t.same(castComplaints(files), [])
})

t.test('the adapter for HTTP stays thin', async t => {
  const [http] = workspacePackages().filter(({ workspace }) => workspace === 'http')
  const count = countCodeLines(http ? sourceFiles(http.folder) : [])
  t.ok(count > 0 && count < 500, `${count} lines of code`)
})

t.test('counts lines of code', async t => {
  t.equal(countCodeLines([{ path: 'a.ts', text: '/**\n * A.\n */\n\n// b\nc // d\n  e()\n' }]), 2)
})

const line = 'a\n'
const sources: { name: string; path?: string; text: string; refused: boolean }[] = [
  { name: 'a short file', text: line, refused: false },
  { name: '400 lines', text: line.repeat(400), refused: false },
  { name: '401 lines', text: line.repeat(401), refused: true },
  { name: 'a folder whose name says nothing', path: 'utils/list.ts', text: line, refused: true },
  { name: 'a file without a name', path: 'links/helpers.ts', text: line, refused: true },
  { name: 'a word that only begins so', path: 'links/common-words.ts', text: line, refused: false },
  { name: 'a camel', path: 'fieldList.ts', text: line, refused: true },
  { name: 'work left', text: '// TODO: the rest', refused: true },
  { name: 'a file beside', path: 'a.ts', text: "new URL('./b.js', import.meta.url)", refused: false },
  { name: 'a file beside, in a folder', path: 'in/a.ts', text: "new URL('./b.js', import.meta.url)", refused: true },
  { name: 'a package found from a folder', path: 'in/a.ts', text: 'createRequire(import.meta.url)', refused: false },
  { name: 'a silenced compiler', text: '// @ts-ignore', refused: true },
  { name: 'a word that has it inside', text: 'const mastodon = METODOLOGY', refused: false },
]

for (const { name, path = 'file.ts', text, refused } of sources) {
  t.test(`${refused ? 'refuses' : 'accepts'} ${name}`, async t => {
    t.equal(sourceComplaints([{ path, text }]).length > 0, refused)
  })
}

const declarations: { text: string; found: number }[] = [
  { text: '/** any */\nexport declare const any: "any"', found: 0 },
  { text: 'export declare const a: any', found: 1 },
  { text: 'export declare function a(list: Map<string, any[]>): any', found: 2 },
]

for (const { text, found } of declarations) {
  t.test(`finds ${found} in: ${text}`, async t => {
    t.equal(anyComplaints([{ path: 'file.d.ts', text }]).length, found)
  })
}

const casts: { text: string; found: number; ofRequests: number }[] = [
  { text: "import * as a from 'a'\nexport const b = [a] as const\nexport { b as c }", found: 0, ofRequests: 0 },
  { text: 'const a = b as C', found: 1, ofRequests: 0 },
  { text: 'const a = (b as unknown) as HandlerRequest', found: 2, ofRequests: 1 },
]

for (const { text, found, ofRequests } of casts) {
  t.test(`finds ${found} casts in: ${text}`, async t => {
    t.equal(castComplaints([{ path: 'file.ts', text }]).length, found)
    t.equal(requestCastComplaints([{ path: 'file.ts', text }]).length, ofRequests)
  })
}

for (const { workspace, folder, manifest } of workspacePackages()) {
  t.test(`every public export of ${workspace} has a docstring`, async t => {
    const entries = Object.values(manifest.exports ?? {}).flatMap(target =>
      typeof target === 'object' && target['types'] !== undefined ? [target['types']] : [],
    )
    t.not(entries.length, 0)
    t.same(docstringComplaints(entries.map(entry => join(folder, entry))), [])
  })
}

const samples: { name: string; files: Record<string, string>; complaints: number }[] = [
  { name: 'a described interface', files: { 'index.d.ts': '/** A thing. */\nexport interface A {}' }, complaints: 0 },
  {
    name: 'a described constant',
    files: { 'index.d.ts': '/** A thing. */\nexport declare const a: 1' },
    complaints: 0,
  },
  {
    name: 'one description for all overloads',
    files: { 'index.d.ts': '/** Does. */\nexport declare function a(): 1\nexport declare function a(x: 2): 1' },
    complaints: 0,
  },
  { name: 'a bare interface', files: { 'index.d.ts': 'export interface A {}' }, complaints: 1 },
  { name: 'a plain comment', files: { 'index.d.ts': '// A thing.\nexport interface A {}' }, complaints: 1 },
  { name: 'an empty docstring', files: { 'index.d.ts': '/** */\nexport interface A {}' }, complaints: 1 },
  { name: 'tags alone', files: { 'index.d.ts': '/** @internal */\nexport interface A {}' }, complaints: 1 },
  {
    name: 'what is exported again from another file',
    files: {
      'index.d.ts': "export * from './a.js'\nexport type { B as C } from './b.js'",
      'a.d.ts': 'export declare class A {}\n/** Fine. */\nexport type Fine = 1',
      'b.d.ts': 'export type B = 1',
    },
    complaints: 2,
  },
  { name: 'what is kept inside', files: { 'index.d.ts': 'interface A {}\nexport {}' }, complaints: 0 },
  { name: 'an export that leads nowhere', files: { 'index.d.ts': "export { A } from './gone.js'" }, complaints: 1 },
  { name: 'a file that is not there', files: {}, complaints: 1 },
]

for (const { name, files, complaints } of samples) {
  t.test(`sees ${name}`, async t => {
    const folder = t.testdir(files)
    t.equal(docstringComplaints([join(folder, 'index.d.ts')]).length, complaints)
  })
}

for (const workspacePackage of workspacePackages()) {
  t.test(`every entry point of ${workspacePackage.workspace} can be imported and has types`, async t => {
    t.same(await exportComplaints(workspacePackage), [])
  })
}

const index = { types: './dist/index.d.ts', default: './bundle/index.js' }
const files = { 'package.json': '{}', bundle: { 'index.js': '' }, dist: { 'index.d.ts': '' } }

t.test('accepts a package with all of its files', async t => {
  const manifest = {
    name: '@platen/any',
    exports: { '.': index, './package.json': './package.json' },
    bin: 'bundle/index.js',
  }
  const asked: string[] = []
  const load = async (specifier: string) => asked.push(specifier)
  t.same(await exportComplaints({ folder: t.testdir(files), manifest }, load), [])
  t.same(asked, ['@platen/any'])
})

const refused: Record<string, { manifest: object; loads: boolean }> = {
  'no exports': { manifest: {}, loads: true },
  'an entry that throws': { manifest: { exports: { '.': index } }, loads: false },
  'types that are not there': { manifest: { exports: { '.': { ...index, types: './dist/gone.d.ts' } } }, loads: true },
  'data that is not there': { manifest: { exports: { '.': index, './a.json': './a.json' } }, loads: true },
  'no types': { manifest: { exports: { '.': { default: './bundle/index.js' } } }, loads: true },
  'code that is not there': { manifest: { exports: { './a': { ...index, default: './bundle/a.js' } } }, loads: true },
  'a command that is not there': {
    manifest: { exports: { '.': index }, bin: { any: './bundle/bin.js' } },
    loads: true,
  },
}

for (const [name, { manifest, loads }] of Object.entries(refused)) {
  t.test(`refuses ${name}`, async t => {
    const load = async () => {
      if (!loads) throw new Error('broken')
    }
    const complaints = await exportComplaints({ folder: t.testdir(files), manifest: { name: 'x', ...manifest } }, load)
    t.equal(complaints.length, 1, complaints.join(', '))
  })
}

t.test('refuses an entry point that Node does not find', async t => {
  const manifest = { name: '@platen/not-a-package', exports: { '.': index } }
  t.match(await exportComplaints({ folder: t.testdir(files), manifest }), [/cannot be imported/])
})
