import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createComparison } from './runner/compare.js'
import { parityFolder, readScenarios, type Scenario } from './runner/scenario.js'
import { Session } from './runner/session.js'
import { startSite } from './start-site.js'

/** The remaining differences from the reference: areas and scenarios that are not built, and steps with the reason. All may only shrink. */
interface Gaps {
  readonly areasNotBuilt: readonly string[]
  /** Scenario of an area that is built -> the area, not built, that most of its steps need. */
  readonly scenariosNotBuilt: Readonly<Record<string, string>>
  /** Scenario -> step, or steps such as `28-87` -> reason. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, string>>>>
}

// A whole store's worth of scenarios in one file takes longer than a test usually may.
t.setTimeout(600_000)

const gaps = JSON.parse(readFileSync(join(parityFolder, 'gaps.json'), 'utf8')) as Gaps

/** Plays a scenario on a fresh site and says what differed, by step. */
async function play(scenario: Scenario, store: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const wrong = new Map<number, readonly string[]>()
  const { target, close } = await startSite({ store })
  try {
    const session = new Session(target)
    await session.prepare(scenario.steps)
    const compare = createComparison(target, session.vars)
    const missing = new Set<string>()
    for (const [i, step] of scenario.steps.entries()) {
      const needed = [...missing].find(name => JSON.stringify(step).includes(`{${name}}`))
      if (needed !== undefined) {
        wrong.set(i, [`an earlier step saved no ${needed}`])
        continue
      }
      const answer = await session.send(step)
      const differences: string[] = []
      try {
        session.save(step, answer)
        differences.push(...compare(scenario.goldens[i] as never, answer, step))
      } catch (error) {
        differences.push(...compare(scenario.goldens[i] as never, answer, step), (error as Error).message)
      }
      if (differences.length > 0) wrong.set(i, differences)
      for (const name of Object.keys(step.save ?? {})) if (!(name in session.vars)) missing.add(name)
    }
  } finally {
    await close()
  }
  return wrong
}

/** The numbers of the steps of a scenario that are known to differ. */
function knownSteps(name: string): ReadonlySet<number> {
  const numbers = Object.keys(gaps.steps[name] ?? {}).flatMap(steps => {
    const [first = 0, last = first] = steps.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
  return new Set(numbers)
}

/**
 * Plays the scenarios of all areas that are built, or of some, on one kind of store: all of them, or one of `share` in each
 * area.
 */
export function testParity(store: string, share = 1, only?: readonly string[]): void {
  const areas = readdirSync(join(parityFolder, 'scenarios')).filter(
    area => !gaps.areasNotBuilt.includes(area) && (only?.includes(area) ?? true),
  )
  for (const area of areas) {
    t.test(area, async t => {
      const scenarios = readScenarios(area).filter(({ name }) => !(name in gaps.scenariosNotBuilt))
      for (const scenario of scenarios.filter((_, at) => at % share === 0)) {
        const known = knownSteps(scenario.name)
        const wrong = await play(scenario, store)
        for (const [i, step] of scenario.steps.entries()) {
          const lines = wrong.get(i)
          if (known.has(i) && lines === undefined)
            t.fail(`${scenario.name} #${i} is like the reference now: take it off the list of gaps`)
          else if (!known.has(i) && lines !== undefined) t.fail(`${scenario.name} #${i} ${step.do}`, { lines })
        }
        t.pass(scenario.name)
      }
    })
  }
  if (only !== undefined) return
  t.test('the list of gaps names only what there is', async t => {
    const all = readdirSync(join(parityFolder, 'scenarios'))
    for (const area of gaps.areasNotBuilt) t.ok(all.includes(area), area)
    const built = areas.flatMap(area => readScenarios(area))
    for (const [name, area] of Object.entries(gaps.scenariosNotBuilt)) {
      t.ok(
        built.some(scenario => scenario.name === name),
        name,
      )
      t.ok(gaps.areasNotBuilt.includes(area), `${area} is built: take ${name} off the list of gaps`)
    }
    for (const name of Object.keys(gaps.steps)) {
      const length = built.find(scenario => scenario.name === name)?.steps.length ?? 0
      for (const step of knownSteps(name)) t.ok(step < length, `${name} #${step}`)
    }
  })
}
