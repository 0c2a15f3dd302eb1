import { fold } from '@platen/storage'
import Database from 'better-sqlite3'

/** An executed statement, with its parameters. */
export interface RanStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The places in a statement where the conditions of a table begin, by its alias; counters have no ids. */
function* conditionsOf(sql: string): Generator<readonly [at: number, alias: string]> {
  for (const { 0: found, index } of sql.matchAll(/(?<!__counts") as "?[ot]\d+"?(?= )/g)) {
    let depth = 0
    for (let at = index + found.length; at < sql.length && depth >= 0; at++) {
      if (sql[at] === '(') depth++
      else if (sql[at] === ')') depth--
      else if (depth === 0 && sql.startsWith(' where ', at)) {
        yield [at + ' where '.length, found.slice(' as '.length)]
        break
      }
    }
  }
}

/** The same statement, which calls `visited` for every record that it looks at in any table. */
function counting(sql: string): string {
  let counted = sql
  for (const [at, alias] of [...conditionsOf(sql)].sort(([a], [b]) => b - a))
    counted = `${counted.slice(0, at)}visited(${alias}.id) and ${counted.slice(at)}`
  return counted
}

/**
 * Observes how SQLite executes statements on a file, by a connection of its own. It counts records rather than time, and
 * stops a statement beyond `most`.
 */
export function observeStatements(path: string, most: number) {
  const database = new Database(path, { readonly: true })
  database.function('fold', { deterministic: true }, text => (typeof text === 'string' ? fold(text) : text))
  database.function('in_time', () => 1)
  let visits = 0
  database.function('visited', { varargs: true }, () => {
    if (++visits > most) throw new RangeError('too many')
    return 1
  })
  const planOf = ({ sql, parameters }: RanStatement): readonly string[] => {
    const rows = database.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[]
    return rows.map(({ detail }) => detail)
  }
  return {
    /** The plan of a statement, a step a line. */
    planOf,
    /** How many records a query looks at in all tables; more than `most` if it was stopped. */
    visitsOf({ sql, parameters }: RanStatement): number {
      visits = 0
      try {
        database.prepare(counting(sql)).all(...parameters)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
      return visits
    },
    countedPlanOf: ({ sql, parameters }: RanStatement) => planOf({ sql: counting(sql), parameters }),
    close() {
      database.close()
    },
  }
}
