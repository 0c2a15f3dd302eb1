import type { RunFragments } from './dialect.js'
import type { Statements } from './statements.js'
import type { Row } from './work.js'

/** Makes the function that runs statements with what compiles them. */
export const createRunFragments = (statements: Pick<Statements, 'compile'>): RunFragments =>
  function* run(...fragments) {
    let rows: readonly Row[] = []
    for (const fragment of fragments) rows = (yield { statement: statements.compile(fragment), values: [] }).rows
    return rows
  }
