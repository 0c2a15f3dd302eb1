import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inTurn } from '../scale.js'
import { createComparison } from './runner/compare.js'
import { parityFolder, readScenarios, type Scenario } from './runner/scenario.js'
import { Session } from './runner/session.js'
import { startSite } from './start-site.js'

/** What is not like the reference yet: areas not built, and single steps with the reason. Both may only shrink. */
interface Gaps {
  readonly areasNotBuilt: readonly string[]
  /** Scenario -> step (or `rest`, from where on a scenario cannot go on) -> reason. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, string>>>>
}

// A whole store's worth of scenarios in one file takes longer than a test usually may.
t.setTimeout(280_000)

const gaps = JSON.parse(readFileSync(join(parityFolder, 'gaps.json'), 'utf8')) as Gaps

/** Plays a scenario on a fresh site and says what differed, by step. */
async function play(scenario: Scenario, store: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const wrong = new Map<number, readonly string[]>()
  const { target, close } = await startSite({ store })
  try {
    const session = new Session(target)
    await session.prepare(scenario.steps)
    const compare = createComparison(target, session.vars)
    for (const [i, step] of scenario.steps.entries()) {
      const answer = await session.send(step)
      const differences: string[] = []
      try {
        session.save(step, answer)
        differences.push(...compare(scenario.goldens[i] as never, answer, step))
      } catch (error) {
        differences.push(...compare(scenario.goldens[i] as never, answer, step), (error as Error).message)
      }
      if (differences.length > 0) wrong.set(i, differences)
      if (differences.length > 0 && Object.keys(step.save ?? {}).some(name => !(name in session.vars))) {
        for (let rest = i + 1; rest < scenario.steps.length; rest++)
          wrong.set(rest, ['an earlier step gave nothing to go on with'])
        break
      }
    }
  } finally {
    await close()
  }
  return wrong
}

/** Plays the scenarios of all areas that are built on one kind of store, or one `half` (0 or 1) of them. */
export function testParity(store: string, half: number): void {
  const areas = readdirSync(join(parityFolder, 'scenarios')).filter(area => !gaps.areasNotBuilt.includes(area))
  for (const area of areas) {
    t.test(area, async t => {
      for (const scenario of inTurn(readScenarios(area), 2, half)) {
        const known = gaps.steps[scenario.name] ?? {}
        const wrong = await play(scenario, store)
        for (const [i, step] of scenario.steps.entries()) {
          const isKnown = String(i) in known || ('rest' in known && i >= Number(known['rest']?.split(' ')[0]))
          const lines = wrong.get(i)
          if (isKnown && lines === undefined)
            t.fail(`${scenario.name} #${i} is like the reference now: take it off the list of gaps`)
          else if (!isKnown && lines !== undefined) t.fail(`${scenario.name} #${i} ${step.do}`, { lines })
        }
        t.pass(scenario.name)
      }
    })
  }
  t.test('the list of gaps names only what there is', async t => {
    const all = readdirSync(join(parityFolder, 'scenarios'))
    for (const area of gaps.areasNotBuilt) t.ok(all.includes(area), area)
    for (const name of Object.keys(gaps.steps)) t.ok(areas.includes(name.split('/')[0] as string), name)
  })
}
