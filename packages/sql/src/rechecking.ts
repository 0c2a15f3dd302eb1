import type { AnyCondition, AnyRecord } from '@platen/storage'
import { sql } from 'kysely'
import type { PendingChange } from './changes.js'
import { type ConditionLink, conditionLinks } from './condition-links.js'
import { type ConditionSql, columnSql, type Source, tableSql } from './condition-sql.js'
import { shapeCondition } from './conditions.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { imageSql, type RelatedCondition, verdict } from './row-images.js'
import { continueValues, gatherValues, type Shape, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table } from './tables.js'
import type { Work } from './work.js'

/** A count: the records that match a condition, with its shape and the values of the shape. */
export interface CountedRecords {
  readonly table: Table
  readonly condition: AnyCondition | undefined
  readonly where: Shape
  readonly values: Values
}

/**
 * The difference that some changes make to a number of records; `undefined` if only a full count can determine it.
 */
export type Recheck = (counted: CountedRecords, changes: readonly PendingChange[]) => Work<number | undefined>

/** The maximum number of records that are rechecked. */
const MOST = 64
/** The maximum number of lists that are searched, one by one, for records that were related to these. */
const MOST_LISTS = 8

/** A record before the first of some changes and after the last, if it existed. */
interface Net {
  readonly before: AnyRecord | undefined
  readonly after: AnyRecord | undefined
}
type NetChanges = ReadonlyMap<string, ReadonlyMap<number, Net>>

export function createRechecking(dialect: ResolvedDialect, build: ConditionSql, statements: Statements): Recheck {
  const listed = (place: number): Fragment => dialect.expressions.list(slotAt(place), 'integer')
  const idOf = (source: Source) => columnSql(source, source.table.column('id'))

  /** The rows of a table with one of some ids. Searches read the texts of these few rows. */
  const among = (source: Source, place: number): Fragment =>
    sql`${listed(place)} as ids cross join ${tableSql(source)} where ${idOf(source)} = ids.value`
  const sourceOf = (table: Table): Source => ({ table, depth: 0, matches: 'many', readsTexts: true })

  /** The ids whose records match a condition. */
  function* matching(table: Table, where: Shape, given: Values, ids: readonly number[]): Work<ReadonlySet<number>> {
    const values = continueValues(given)
    const place = values.add(JSON.stringify(ids))
    const statement = statements.get(`matching ${table.name} ${where.key} ${place}`, () => {
      const source = sourceOf(table)
      return sql`select ${idOf(source)} from ${among(source, place)} and ${build.condition(source, where)}`
    })
    return idsIn((yield { statement, values: values.list }).rows)
  }

  /** Images of the records with some ids. */
  function* imagesOf(table: Table, ids: readonly number[]): Work<ReadonlyMap<number, AnyRecord>> {
    if (ids.length === 0) return new Map()
    const statement = statements.get(`images ${table.name}`, () => {
      const source = sourceOf(table)
      const image = imageSql(dialect.expressions, table, column => columnSql(source, column))
      return sql`select ${image} from ${among(source, 0)}`
    })
    const { rows } = yield { statement, values: [JSON.stringify(ids)] }
    const images = rows.map(([cell]) => table.imageOf(JSON.parse(String(cell))))
    return new Map(images.map(image => [image.id, image]))
  }

  /** The records of the condition's own table that a link connects to these values, at most `MOST + 1`. */
  function* linkedTo(link: ConditionLink, keys: readonly number[]): Work<Iterable<number>> {
    if (link.outer === undefined && link.local.field === 'id') return keys
    const path: ConditionLink[] = []
    for (let each: ConditionLink | undefined = link; each !== undefined; each = each.outer) path.push(each)
    const key = path.map(({ from, local, outer }) => `${outer?.foreign.name} ${from.name}.${local.name}`).join()
    const statement = statements.get(`linked ${key}`, () => {
      let found = listed(0)
      for (const { from, local, outer } of path) {
        const source: Source = { table: from, depth: 0 }
        const selected = columnSql(source, outer?.foreign ?? from.column('id'))
        const cut = outer === undefined ? sql` limit ${sql.lit(MOST + 1)}` : sql``
        found = sql`(select ${selected} from ${tableSql(source)} where ${columnSql(source, local)} in ${found}${cut})`
      }
      return sql`select * from ${found} as found`
    })
    return idsIn((yield { statement, values: [JSON.stringify(keys)] }).rows)
  }

  /** The records that may match or no longer match because others have changed; `undefined` if there are too many. */
  function* concerned(links: readonly ConditionLink[], net: NetChanges): Work<ReadonlySet<number> | undefined> {
    const ids = new Set<number>()
    for (const link of links) {
      const others = net.get(link.to.name)
      if (others === undefined) continue
      const keys = keysOf(link, others)
      if (keys === undefined) return undefined
      if (keys.size > 0) for (const id of yield* linkedTo(link, [...keys])) ids.add(id)
      if (ids.size > MOST) return undefined
    }
    return ids
  }

  /** The values that were linked to a record of a condition before the changes; `undefined` if that is unknown. */
  function* leadingBefore(
    { to, foreign }: ConditionLink,
    where: AnyCondition | undefined,
    keys: readonly number[],
    net: NetChanges,
  ): Work<ReadonlySet<number> | undefined> {
    // The current matches are not those before the changes if they depend on changed data.
    if (conditionLinks(to, where).some(deeper => net.has(deeper.to.name))) return undefined
    const changed = net.get(to.name) ?? new Map<number, Net>()
    const values = gatherValues()
    const keysPlace = values.add(JSON.stringify(keys))
    const changedPlace = values.add(JSON.stringify([...changed.keys()]))
    const shape = shapeCondition(dialect, to, where, values)
    const statement = statements.get(`leading ${to.name}.${foreign.name} ${shape.key}`, () => {
      const source = sourceOf(to)
      const others = sql`${idOf(source)} not in ${listed(changedPlace)}`
      const theirs = sql`select 1 from ${tableSql(source)} where ${columnSql(source, foreign)} = ids.value and ${others} and ${build.where(source, shape)}`
      return sql`select ids.value from ${listed(keysPlace)} as ids where exists (${theirs})`
    })
    const leading = new Set(idsIn((yield { statement, values: values.list }).rows))
    for (const { before } of changed.values()) {
      const key = before?.[foreign.field]
      if (before === undefined || typeof key !== 'number' || leading.has(key) || !keys.includes(key)) continue
      const counts = verdict(to, where, before, () => undefined)
      if (counts === undefined) return undefined
      if (counts) leading.add(key)
    }
    return leading
  }

  /** For each condition on related records, the values of `local` that matched before the changes. */
  function* relatedBefore(links: readonly ConditionLink[], images: readonly AnyRecord[], net: NetChanges) {
    const related = new Map<RelatedCondition, ReadonlySet<number>>()
    for (const link of links) {
      const { condition, local } = link
      if (link.outer !== undefined) continue
      const keys = wholeNumbers(images.map(image => image[local.field]))
      const wheres = wheresOf(condition)
      if (!areLinked(link) || keys === undefined || wheres.length > MOST_LISTS) return undefined
      let held = keys
      for (const where of wheres) {
        const leading = yield* leadingBefore(link, where, [...held], net)
        if (leading === undefined) return undefined
        held = leading
      }
      related.set(condition, held)
    }
    return related
  }

  /** The number of records that matched before the changes; `undefined` if that is unknown. */
  function* countedBefore(
    { table, condition }: CountedRecords,
    ids: ReadonlySet<number>,
    net: NetChanges,
    links: readonly ConditionLink[],
  ): Work<number | undefined> {
    const own = net.get(table.name)
    const unchanged = [...ids].filter(id => own?.has(id) !== true)
    const images = [...(yield* imagesOf(table, unchanged)).values()]
    for (const { before } of own?.values() ?? []) if (before !== undefined) images.push(before)
    let counted = 0
    const open: AnyRecord[] = []
    for (const image of images) {
      const counts = verdict(table, condition, image, () => undefined)
      if (counts === undefined) open.push(image)
      else counted += Number(counts)
    }
    if (open.length === 0) return counted
    const related = yield* relatedBefore(links, open, net)
    if (related === undefined) return undefined
    for (const image of open) {
      const counts = verdict(table, condition, image, each => related.get(each)?.has(Number(image[each.local])))
      if (counts === undefined) return undefined
      counted += Number(counts)
    }
    return counted
  }

  return function* recheck(counted, changes) {
    const { table, condition, where, values } = counted
    const net = netOf(changes)
    const links = conditionLinks(table, condition)
    const byOthers = yield* concerned(links, net)
    if (byOthers === undefined) return undefined
    const ids = new Set([...byOthers, ...(net.get(table.name)?.keys() ?? [])])
    if (ids.size > MOST) return undefined
    if (ids.size === 0) return 0
    const before = yield* countedBefore(counted, ids, net, links)
    if (before === undefined) return undefined
    return (yield* matching(table, where, values, [...ids])).size - before
  }
}

/** Whether records are linked by integers, such as ids. */
const areLinked = ({ local, foreign }: ConditionLink) => local.kind === 'integer' && foreign.kind === 'integer'

/** The conditions that related records must all match. */
const wheresOf = (condition: RelatedCondition): readonly (AnyCondition | undefined)[] =>
  condition.op === 'exists'
    ? [condition.where]
    : condition.lists.map(values => ({ op: 'in', field: condition.field, values }))

const idsIn = (rows: readonly (readonly unknown[])[]): ReadonlySet<number> => new Set(rows.map(([id]) => Number(id)))

function netOf(changes: readonly PendingChange[]): NetChanges {
  const net = new Map<string, Map<number, Net>>()
  for (const { table, before, after } of changes) {
    const id = before?.id ?? after?.id
    if (id === undefined) continue
    const records = net.get(table) ?? new Map<number, Net>()
    net.set(table, records)
    const earlier = records.get(id)
    records.set(id, { before: earlier === undefined ? before : earlier.before, after })
  }
  return net
}

/** The values that link records to changed ones, before and after; `undefined` if they are not integers. */
function keysOf(link: ConditionLink, changed: ReadonlyMap<number, Net>): ReadonlySet<number> | undefined {
  if (!areLinked(link)) return undefined
  const values: unknown[] = []
  for (const { before, after } of changed.values())
    for (const image of [before, after]) if (image !== undefined) values.push(image[link.foreign.field])
  // No record is linked by a missing value.
  return wholeNumbers(values.filter(value => value !== null))
}

/** Values as numbers; `undefined` if one is not an integer. */
function wholeNumbers(values: readonly unknown[]): ReadonlySet<number> | undefined {
  const numbers = new Set<number>()
  for (const value of values) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
    numbers.add(value)
  }
  return numbers
}
