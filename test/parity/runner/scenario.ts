import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One request of a scenario. */
export interface Step {
  readonly do: string
  readonly as?: string
  readonly body?: unknown
  readonly form?: Record<string, unknown>
  readonly raw?: string
  readonly file?: string
  readonly type?: string
  readonly name?: string
  readonly headers?: Record<string, string | null>
  readonly basic?: readonly string[]
  readonly save?: Record<string, string>
  readonly compare?: 'status'
  readonly see?: readonly string[]
  readonly ignore?: readonly string[]
}

/** What the reference answered: a pattern. */
export interface Golden {
  readonly status: number
  readonly code?: string | null
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** A list of requests to a fresh site, and what they are answered. */
export interface Scenario {
  readonly name: string
  readonly steps: readonly Step[]
  readonly goldens: readonly Golden[]
}

/** Where scenarios, goldens and the files that they send lie. */
export const parityFolder = fileURLToPath(new URL('../../../../test/parity', import.meta.url))

/** Reads the scenarios of an area. */
export function readScenarios(area: string): readonly Scenario[] {
  const folder = join(parityFolder, 'scenarios', area)
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => {
      const given = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const golden = JSON.parse(readFileSync(join(parityFolder, 'golden', area, file), 'utf8'))
      const steps = given.steps.map((step: Step) => ({
        ...given.defaults,
        ...step,
        ignore: [...(given.ignore ?? []), ...(step.ignore ?? [])],
      }))
      return { name: `${area}/${file.slice(0, -5)}`, steps, goldens: golden.steps }
    })
}
