import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './workspace.js'

interface Unit {
  readonly name: string
  readonly scripts: readonly string[]
}

interface Units {
  testUnits(files: readonly { readonly name: string; readonly script: string }[]): readonly Unit[]
}

const { testUnits } = (await import(pathToFileURL(join(root, 'scripts/test-units.mjs')).href)) as Units

const filesOf = (names: readonly string[]) => names.map(name => ({ name, script: `/build/${name}` }))

t.test('every file is in one unit', async t => {
  const names = ['core', 'site', 'security'].flatMap(area =>
    Array.from({ length: 40 }, (_, index) => `${area}/part-${index % 3}/${index}.test.js`),
  )
  const units = testUnits(filesOf(names))
  const scripts = units.flatMap(unit => unit.scripts)
  t.same([...scripts].sort(), names.map(name => `/build/${name}`).sort())
  t.ok(units.every(unit => unit.scripts.length <= 14))
})

t.test('what starts or measures something runs alone, and first', async t => {
  const units = testUnits(filesOf(['core/a.test.js', 'core/b/c.test.js', 'security/d.test.js', 'memory/e.test.js']))
  t.same(
    units.map(unit => unit.scripts.length),
    [1, 2, 1],
  )
  t.match(units[0], { name: 'security/d.test.js' })
  t.match(units[1], { name: /^core, 2 files/ })
  t.match(units[2], { name: 'memory/e.test.js' })
})
