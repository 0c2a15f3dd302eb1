import type { ResolvedDialect } from './hints.js'
import { createRunFragments } from './run-fragments.js'
import type { Statements } from './statements.js'
import type { Schema } from './tables.js'

/** How long other processes have to begin a write between two steps, in milliseconds: longer than they wait to try again. */
const PAUSE = 30

/** Creates the function that optimizes the indexes of texts: see `Store.optimize`. */
export function createOptimizing(
  { connections, search }: ResolvedDialect,
  schema: Schema,
  statements: Statements,
): () => Promise<boolean> {
  const run = createRunFragments(statements)

  return async () => {
    let hasChanged = false
    for (const { texts } of schema.all()) {
      for (const step of (texts && search?.optimize?.(texts, run)) ?? []) {
        while (await connections.write(step)) {
          hasChanged = true
          await new Promise(resolve => setTimeout(resolve, PAUSE))
        }
      }
    }
    return hasChanged
  }
}
