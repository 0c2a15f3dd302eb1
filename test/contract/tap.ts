import t from 'tap'
import { someOf } from '../scale.js'

/** Declares a test of the contract as one of tap, with one assertion. */
export const test = (name: string, body: () => Promise<void>) => t.test(name, t => t.resolves(body(), name))

/** How stores are compared: other queries in each run, unless SEED or QUERIES is set. */
export const randomRun = {
  seed: Number(process.env['SEED'] ?? Date.now() % 1e9),
  queries: Number(process.env['QUERIES'] ?? someOf(1500, 3)),
}
