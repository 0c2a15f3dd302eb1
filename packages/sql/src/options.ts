import { jsonText, parseJson } from '@platen/site'
import { sql } from 'kysely'
import { type Statements, slotAt } from './statements.js'
import type { Row, Work } from './work.js'

/** Describes reading and writing of options. */
export interface OptionReading {
  get(name: string): Work<unknown>
  all(): Work<ReadonlyMap<string, unknown>>
  set(name: string, value: unknown): Work<void>
  remove(name: string): Work<boolean>
}

export function createOptions(statements: Statements): OptionReading {
  const select = sql`select name, value from options`
  let known: { readonly rows: readonly Row[]; readonly values: ReadonlyMap<string, unknown> } | undefined
  return {
    *get(name) {
      const statement = statements.get('option', () => sql`${select} where name = ${slotAt(0)}`)
      const { rows } = yield { statement, values: [name] }
      return rows[0] && parseJson(rows[0][1])
    },
    *all() {
      const { rows } = yield { statement: statements.get('options', () => select), values: [] }
      if (known === undefined || !areSame(rows, known.rows))
        known = { rows, values: new Map(rows.map(([name, value]) => [String(name), parseJson(value)])) }
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

const areSame = (rows: readonly Row[], others: readonly Row[]) =>
  rows.length === others.length &&
  rows.every(([name, value], at) => name === others[at]?.[0] && value === others[at]?.[1])
