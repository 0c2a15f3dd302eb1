import { jsonText, parseJson } from '@platen/storage'
import { sql } from 'kysely'
import { type Statements, slotAt } from './statements.js'
import type { Row, Work } from './work.js'

/** Describes reading and writing of options. */
export interface OptionReading {
  get(name: string): Work<unknown>
  /** All options; without a revision, they are not cached. */
  all(revision: string | number | undefined): Work<ReadonlyMap<string, unknown>>
  /** All options, if they were read at this revision. */
  cached(revision: string | number | undefined): ReadonlyMap<string, unknown> | undefined
  set(name: string, value: unknown): Work<void>
  remove(name: string): Work<boolean>
}

export function createOptions(statements: Statements): OptionReading {
  const select = sql`select name, value from options`
  let readAt: string | number | undefined
  let known: { readonly rows: readonly Row[]; readonly values: ReadonlyMap<string, unknown> } | undefined
  return {
    *get(name) {
      const statement = statements.get('option', () => sql`${select} where name = ${slotAt(0)}`)
      const { rows } = yield { statement, values: [name] }
      return rows[0] && parseJson(rows[0][1])
    },
    cached: revision => (revision === undefined || revision !== readAt ? undefined : known?.values),
    *all(revision) {
      const { rows } = yield { statement: statements.get('options', () => select), values: [] }
      if (revision === undefined) return valuesOf(rows)
      readAt = revision
      if (known === undefined || !areSame(rows, known.rows)) known = { rows, values: valuesOf(rows) }
      return known.values
    },
    *set(name, value) {
      const statement = statements.get(
        'set option',
        () =>
          sql`insert into options (name, value) values (${slotAt(0)}, ${slotAt(1)}) on conflict (name) do update set value = excluded.value`,
      )
      yield { statement, values: [name, jsonText(value)] }
    },
    *remove(name) {
      const statement = statements.get('remove option', () => sql`delete from options where name = ${slotAt(0)}`)
      const { changes } = yield { statement, values: [name] }
      return changes > 0
    },
  }
}

const valuesOf = (rows: readonly Row[]): ReadonlyMap<string, unknown> =>
  new Map(rows.map(([name, value]) => [String(name), parseJson(value)]))

const areSame = (rows: readonly Row[], others: readonly Row[]) =>
  rows.length === others.length &&
  rows.every(([name, value], at) => name === others[at]?.[0] && value === others[at]?.[1])
