import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './workspace.js'

interface Planned {
  readonly name: string
  readonly script: string
  readonly alone: boolean
  readonly flags: readonly string[]
}

interface Plan {
  listedFiles(): readonly string[]
  testPlan(files: readonly { readonly name: string; readonly script: string }[], turn?: number): readonly Planned[]
}

const { listedFiles, testPlan } = (await import(pathToFileURL(join(root, 'scripts/test-plan.mjs')).href)) as Plan

const planOf = (names: readonly string[], turn?: number) =>
  testPlan(
    names.map(name => ({ name, script: `/build/${name}` })),
    turn,
  )

t.test('every file runs once', async t => {
  const names = ['core', 'site', 'security'].flatMap(area =>
    Array.from({ length: 40 }, (_, index) => `${area}/part-${index % 3}/${index}.test.ts`),
  )
  const planned = planOf(names)
  t.same(planned.map(({ script }) => script).sort(), names.map(name => `/build/${name}`).sort())
  t.ok(planned.every(({ alone }) => !alone))
})

t.test('each turn runs some of the slow files, twelve turns all of them, and every turn all others', async t => {
  const names = [...listedFiles().map(name => `${name}.test.ts`), 'core/a.test.ts']
  const turns = Array.from({ length: 12 }, (_, turn) => turn + 5).map(turn =>
    planOf(names, turn).map(({ name }) => name),
  )
  const ran = turns.flat()
  const always = names.filter(name => turns.every(each => each.includes(name)))
  const inTurn = names.filter(name => !always.includes(name))
  t.same(new Set(ran), new Set(names))
  for (const name of inTurn) t.equal(ran.filter(each => each === name).length, 1, name)
  t.ok(inTurn.includes('browser/keyboard.test.ts'))
  for (const name of ['core/a', 'parity/parity-memory']) t.ok(always.includes(`${name}.test.ts`), name)
  for (const each of turns) t.ok(each.length - always.length >= Math.floor(inTurn.length / 12))
})

t.test('files that measure their process run alone and first, then those that take long', async t => {
  const names = ['core/a', 'security/bounded-memory', 'parity/parity-memory', 'security/growth-requests']
  t.match(planOf(names.map(name => `${name}.test.ts`)), [
    { name: 'security/growth-requests.test.ts', alone: true, flags: [/semi-space/] },
    { name: 'security/bounded-memory.test.ts', alone: true, flags: { length: 0 } },
    { name: 'parity/parity-memory.test.ts', alone: false },
    { name: 'core/a.test.ts', alone: false },
  ])
})

t.test('the listed files exist, each once', async t => {
  t.equal(new Set(listedFiles()).size, listedFiles().length)
  for (const name of listedFiles()) t.ok(existsSync(join(root, `test/${name}.test.ts`)), name)
})
