import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './workspace.js'

interface Unit {
  readonly name: string
  readonly scripts: readonly string[]
  readonly flags: readonly string[]
}

interface Units {
  aloneFiles(): readonly string[]
  testUnits(files: readonly { readonly name: string; readonly script: string }[]): readonly Unit[]
}

const { aloneFiles, testUnits } = (await import(pathToFileURL(join(root, 'scripts/test-units.mjs')).href)) as Units

const filesOf = (names: readonly string[]) => names.map(name => ({ name, script: `/build/${name}` }))

t.test('every file is in one unit', async t => {
  const names = ['core', 'site', 'security'].flatMap(area =>
    Array.from({ length: 40 }, (_, index) => `${area}/part-${index % 3}/${index}.test.js`),
  )
  const units = testUnits(filesOf(names))
  const scripts = units.flatMap(unit => unit.scripts)
  t.same([...scripts].sort(), names.map(name => `/build/${name}`).sort())
  t.ok(units.every(unit => unit.scripts.length <= 24))
})

t.test('what measures its process or takes long runs alone, and first', async t => {
  const names = ['core/a.test.ts', 'core/b/c.test.ts', 'core/d.test.ts', 'core/e.test.ts', 'memory/f.test.ts']
  const units = testUnits(filesOf([...names, 'security/bounded-memory.test.ts', 'security/growth-requests.test.ts']))
  t.match(units, [
    { name: 'security/growth-requests.test.ts', flags: [/semi-space/] },
    { name: 'security/bounded-memory.test.ts', flags: [] },
    { name: /^core, 4 files/ },
    { name: 'memory/f.test.ts' },
  ])
})

t.test('areas of few files share a process', async t => {
  const names = ['http/a.test.ts', 'memory/b.test.ts', 'memory/c.test.ts']
  t.match(testUnits(filesOf(names)), [{ name: /^several areas, 3 files/, scripts: { length: 3 } }])
})

t.test('what runs alone is still there', async t => {
  for (const name of aloneFiles()) t.ok(existsSync(join(root, `test/${name}.test.ts`)), name)
})
