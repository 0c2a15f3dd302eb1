import type { RunFragments } from './dialect.js'
import type { Statements } from './statements.js'
import type { Row } from './work.js'

/** Creates the function that compiles and runs statements. */
export const createRunFragments = (statements: Pick<Statements, 'compile'>): RunFragments =>
  function* run(...fragments) {
    let rows: readonly Row[] = []
    for (const fragment of fragments) rows = (yield { statement: statements.compile(fragment), values: [] }).rows
    return rows
  }
