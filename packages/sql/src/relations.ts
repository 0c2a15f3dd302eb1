import type { Related, Relation, TextLimits } from '@platen/storage'
import { sql } from 'kysely'
import { columnSql, createConditionSql, type Source, tableSql } from './condition-sql.js'
import { shapeCondition } from './conditions.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { cutRecordOf, cutSql } from './omitted-texts.js'
import { gatherValues, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TablePart } from './tables.js'
import { tooLarge } from './text-limit.js'
import type { Call, Result, Row } from './work.js'

/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3

/** The declaration of a relation; throws a `TypeError` for one that the collection does not have. */
export const relationOf = ({ definition }: Table, name: string): Relation => {
  const relation = definition.relations[name]
  if (!relation) throw new TypeError(`Records of ${definition.name} have no relation "${name}".`)
  return relation
}

export function createRelations(dialect: ResolvedDialect, statements: Statements) {
  const { expressions } = dialect
  const { jsonList, jsonGathered } = expressions
  const build = createConditionSql(dialect)
  const owner = sql.ref('owners.value')
  const field = (source: Source, name: string) => columnSql(source, source.table.column(name))

  const relationSql = (table: Table, name: string, values: Values, place: number | undefined): (() => Fragment) => {
    const { kind, collection, foreign, local, where, through, window, fields } = relationOf(table, name)
    const target: Source = { table: table.other(collection), depth: 1 }
    const shape = shapeCondition(dialect, target.table, where, values)
    return () => {
      const row = jsonList(
        target.table.part(fields).columns.map(column => cutSql(column, columnSql(target, column), place)),
      )
      if (through !== undefined) {
        const links: Source = { table: table.other(through.collection), depth: 2 }
        const order = sql`${field(links, through.order)}, ${field(links, 'id')}`
        const linked = sql`select ${field(links, through.to)} as target, ${field(links, through.order)} as place, ${field(links, 'id')} as id from ${tableSql(links)} where ${field(links, foreign)} = ${owner} order by ${order}`
        const gathered = jsonGathered(row, sql`links.place, links.id`)
        return sql`(select ${gathered} from (${linked}) as links cross join ${tableSql(target)} where ${field(target, 'id')} = links.target)`
      }
      const ours: Source = { table, depth: 0 }
      const key =
        local === 'id' ? owner : sql`(select ${field(ours, local)} from ${tableSql(ours)} where t0.id = ${owner})`
      const owned = sql`from ${tableSql(target)} where ${field(target, foreign)} = ${key} and ${build.condition(target, shape)}`
      if (kind === 'summary') {
        return sql`(select ${jsonList([sql`count(*)`, sql`max(t1.id)`])} ${owned} group by ${field(target, foreign)})`
      }
      if (window !== undefined) {
        const order = sql`${field(target, window.by)} desc, t1.id desc`
        // Their ids are sorted, and not their long texts.
        const highest = sql`select t1.id ${owned} order by ${order} limit ${sql.lit(window.limit)}`
        return sql`(select ${jsonGathered(row, order)} from (select * from ${tableSql(target)} where t1.id in (${highest}) order by ${order}) as t1)`
      }
      return sql`(select ${jsonGathered(row, sql`t1.id`)} from (select * ${owned} order by t1.id) as t1)`
    }
  }

  return {
    /** The call for all relations of all records at once, as one text; `undefined` if nothing is requested. */
    related(
      table: Table,
      ids: readonly number[],
      relations: readonly string[],
      { maxLength, maxTextBytes }: TextLimits,
    ): Call | undefined {
      if (ids.length === 0 || relations.length === 0) return undefined
      const values = gatherValues()
      values.add(JSON.stringify(ids))
      const place = maxTextBytes === undefined ? undefined : values.add(maxTextBytes)
      const lists = relations.map(relation => relationSql(table, relation, values, place))
      // What is certainly too long is not read at all.
      const bytes = maxLength === undefined ? undefined : values.add(MAX_BYTES_PER_UNIT * maxLength)
      const statement = statements.get(`related ${table.name} ${relations.join()} ${bytes} ${place}`, () => {
        const gathered = jsonGathered(jsonList([owner, ...lists.map(list => list())]), owner)
        const list = sql`select ${gathered} as list from ${expressions.list(slotAt(0), 'integer')} as owners`
        if (bytes === undefined) return list
        return sql`select case when octet_length(cast(list as text)) <= ${slotAt(bytes)} then list end from (${list}) as gathered`
      })
      return { statement, values: values.list, maxLength }
    },
  }
}

/** A record's id, and a list for each requested relation: `null` or empty if the record has none. */
type Owned = readonly [id: number, ...lists: readonly (readonly unknown[] | null)[]]

/** The result of a call for relations; without one, nothing was found. Throws the `StoreError` `too_large`. */
export function relatedOf(
  table: Table,
  relations: readonly string[],
  result: Result | undefined,
  isCut: boolean,
): Related {
  const list = result?.rows[0]?.[0]
  if (list === null) throw tooLarge()
  const owned: readonly Owned[] = list === undefined ? [] : JSON.parse(String(list))
  const related = relations.map((name, at) => {
    const read = reading(table, relationOf(table, name), isCut)
    const found = new Map<number, unknown>()
    for (const each of owned) {
      const list = each[at + 1] as readonly unknown[] | null
      if (list && list.length > 0) found.set(each[0], read(list))
    }
    return [name, found] as const
  })
  return Object.freeze(Object.fromEntries(related))
}

function reading(
  table: Table,
  { kind, collection, through, fields }: Relation,
  isCut: boolean,
): (list: readonly unknown[]) => unknown {
  if (kind === 'summary') return ([count, latest]) => Object.freeze({ count, latest })
  const part = table.other(collection).part(fields)
  const target = isCut ? { ...part, recordOf: (row: Row) => cutRecordOf(part, row) } : part
  if (through !== undefined) {
    const recordOf = eachOnce(target)
    return rows => Object.freeze(rows.map(recordOf))
  }
  if (kind === 'one') return ([row]) => target.recordOf(row as Row)
  return rows => Object.freeze(rows.map(row => target.recordOf(row as Row)))
}

/** Reads rows, many of which are the same: a record that several others refer to is read as one object. */
function eachOnce(target: TablePart): (row: unknown) => unknown {
  const known = new Map<unknown, unknown>()
  return row => {
    const cells = row as Row
    const existing = known.get(cells[0])
    if (existing !== undefined) return existing
    const record = target.recordOf(cells)
    known.set(cells[0], record)
    return record
  }
}
