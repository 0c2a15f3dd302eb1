import { join } from 'node:path'
import t from 'tap'
import { docstringComplaints } from './docstrings.js'
import { workspacePackages } from './workspace.js'

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
