import type { AnyQuery, AnyRecord, Changes } from '@platen/storage'
import { sql } from 'kysely'
import { type ConditionSql, columnSql, type Source, tableSql } from './condition-sql.js'
import type { Count } from './counting.js'
import type { Fragment } from './dialect.js'
import { createEstimates } from './estimates.js'
import type { ResolvedDialect } from './hints.js'
import { type IndexSearch, indexSearchesOf } from './index-searches.js'
import { type OrderShape, type OrderSql, orderSql, shapeOrder } from './ordering.js'
import { isWalkable, planPage } from './page-plan.js'
import { join, negate, partsOf, type Shape, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table } from './tables.js'
import type { Work } from './work.js'

/** A query that searches texts, with its values. */
export interface Search {
  readonly table: Table
  readonly where: Shape
  readonly indexSearches: readonly IndexSearch[]
  readonly values: Values
  /** The changes in the snapshot, if totals can be cached by them. */
  readonly changes: Changes | undefined
}

/**
 * How the records of a search are found: through an index of texts, by the rest of the condition, by values in it that
 * most records can share but few have (the minority), in the order of the page, or not at all if nothing matches.
 */
export interface Path {
  readonly by: 'texts' | 'rest' | 'minority' | 'order' | 'nothing'
  /** The best of the searches in indexes of texts. */
  readonly indexSearch: IndexSearch
}

/** The ids of a page in its order, and the number of matching records, if it was requested. */
export interface FoundIds {
  readonly ids: readonly number[]
  readonly total: number | undefined
}

export interface Searching {
  path(search: Search): Work<Path>
  /** The number of matching records, counted up to `upTo`. */
  count(search: Search, path: Path, upTo: number): Work<number>
  page(search: Search, path: Path, query: AnyQuery, upTo: number | undefined): Work<FoundIds>
}

/** How many more records than the page needs are read first. */
const MARGIN = 40
/** The factor by which the number of records that are read grows until the page is full. */
const GROWTH = 4
/** How many records are read in the order of a page before all matches are gathered instead. */
const WALKED = 20_000
/** How many matches can be gathered in the time that finding one in the order of a page takes. */
const GATHERED_PER_RECORD = 20

/** Creates the queries of searches: how they find records depends on the number of matches. */
export function createSearching(
  dialect: ResolvedDialect,
  build: ConditionSql,
  statements: Statements,
  count: Count,
): Searching {
  const few = dialect.capabilities.matchesGathered
  const estimates = createEstimates(build, dialect.search, count)
  const idOf = (source: Source) => columnSql(source, source.table.column('id'))

  /** The SQL after FROM that selects the records found through the index of texts. */
  const found = (
    source: Source,
    { texts, column, place, remaining }: IndexSearch,
    { joins, conditions }: Pick<OrderSql, 'joins' | 'conditions'> = { joins: [], conditions: [] },
  ): Fragment => {
    const ids = dialect.search?.ids(texts, column, slotAt(place))
    return sql`${ids} as found cross join ${tableSql(source)} ${sql.join(joins, sql` `)} where ${sql.join([sql`${idOf(source)} = found.id`, build.where(source, remaining), ...conditions], sql` and `)}`
  }

  /** Sorts all records found through the index of texts and returns the first ids. */
  function* gather(
    { table, where, values }: Search,
    indexSearch: IndexSearch,
    order: readonly OrderShape[],
    limit: number,
  ): Work<readonly number[]> {
    const place = limit < Number.MAX_SAFE_INTEGER ? values.add(limit) : undefined
    const key = `gather ${table.name} ${where.key} ${indexSearch.column} ${indexSearch.place} ${keyOf(order)} ${place}`
    const statement = statements.get(key, () => {
      const source = sourceOf(table)
      const sorting = orderSql(build, dialect.expressions, source, order)
      const cut = place === undefined ? sql`` : sql` limit ${dialect.hints.unplanned(slotAt(place))}`
      return sql`select ${idOf(source)} from ${found(source, indexSearch, sorting)} order by ${sql.join(sorting.terms)}${cut}`
    })
    return idsIn((yield { statement, values: values.list }).rows)
  }

  /** The ids of the matches among the next `walked` records of an order, after skipping `skipped` records. */
  function* walk(
    { table, where, values }: Search,
    indexSearch: IndexSearch,
    order: readonly OrderShape[],
    skipped: number,
    walked: number,
    limit: number,
  ): Work<readonly number[]> {
    const places = [walked, skipped, limit].map(values.add)
    const key = `walk ${table.name} ${where.key} ${keyOf(order)} ${places.join()}`
    const statement = statements.get(key, () => {
      const [ofWalked, ofSkipped, ofLimit] = places.map(place => dialect.hints.unplanned(slotAt(place)))
      const walksOrder = planPage(table, indexSearch.rest, order, 'many') === 'walk'
      const inner: Source = { table, depth: 0, matches: 'many', walksOrder }
      const source = sourceOf(table)
      const terms = (of: Source) => sql.join(orderSql(build, dialect.expressions, of, order).terms)
      const near = sql`select ${idOf(inner)} as id from ${tableSql(inner)} where ${build.where(inner, indexSearch.rest)} order by ${terms(inner)} limit ${ofWalked} offset ${ofSkipped}`
      return sql`select ${idOf(source)} from (${near}) as near cross join ${tableSql(source)} where ${idOf(source)} = near.id and ${build.condition(source, indexSearch.searches)} order by ${terms(source)} limit ${ofLimit}`
    })
    return idsIn((yield { statement, values: values.list }).rows)
  }

  /** The first ids in an order that an index provides. */
  function* first(
    search: Search,
    indexSearch: IndexSearch,
    order: readonly OrderShape[],
    needed: number,
  ): Work<readonly number[]> {
    const ids: number[] = []
    const most = Math.max(WALKED, needed * GROWTH)
    let size = needed + MARGIN
    for (let walked = 0; ids.length < needed && walked < most; walked += size, size *= GROWTH) {
      for (const id of yield* walk(search, indexSearch, order, walked, size, needed - ids.length)) ids.push(id)
    }
    return ids.length < needed ? yield* gather(search, indexSearch, order, needed) : ids
  }

  /** The first ids of an order by rank. Queries one rank after the other, so that nothing is sorted by rank. */
  function* firstRanked(search: Search, ranks: readonly Shape[], order: readonly OrderShape[], needed: number) {
    const { where, values } = search
    const ids: number[] = []
    for (let rank = 0; rank <= ranks.length && ids.length < needed; rank++) {
      const own = ranks[rank]
      const higher = ranks.slice(0, rank).map(negate)
      const ofRank = join('all', [...partsOf(where), ...(own ? partsOf(own) : []), ...higher])
      const indexSearches = ofRank.is === 'constant' ? [] : indexSearchesOf(dialect.search, ofRank, values)
      const part: Search = { ...search, where: ofRank, indexSearches }
      const best = yield* bestIndexSearch(part)
      if (best === undefined) continue
      const missing = needed - ids.length
      const more =
        best.found <= few
          ? yield* gather(part, best.indexSearch, order, missing)
          : yield* first(part, best.indexSearch, order, missing)
      for (const id of more) ids.push(id)
    }
    return ids
  }

  /** The first index search that finds few records, otherwise the last one; `undefined` if any of them finds none. */
  function* bestIndexSearch({
    table,
    indexSearches,
    values,
    changes,
  }: Search): Work<{ indexSearch: IndexSearch; found: number } | undefined> {
    let best: { indexSearch: IndexSearch; found: number } | undefined
    for (const indexSearch of indexSearches) {
      const found = yield* estimates.found(table, indexSearch, values, changes, few)
      if (found === 0) return undefined
      best = { indexSearch, found }
      if (found <= few) return best
    }
    return best
  }

  function* countOf(search: Search, { by, indexSearch }: Path, upTo: number) {
    if (by === 'nothing') return 0
    const { table, where, values, changes } = search
    const isMinority = by === 'minority'
    const isByRest = by === 'rest' || isMinority
    const source: Source = isByRest ? { table, depth: 0, readsTexts: true, isMinority } : sourceOf(table)
    const from = () =>
      isByRest ? sql`${tableSql(source)} where ${build.where(source, where)}` : found(source, indexSearch)
    const key = `${isByRest ? by : `${indexSearch.column} ${indexSearch.place}`} ${table.name} ${where.key}`
    return yield* count({ key, values, table, where, from }, changes, upTo)
  }

  return {
    *path(search) {
      const { table, values, changes, indexSearches } = search
      const best = yield* bestIndexSearch(search)
      const indexSearch = best?.indexSearch ?? (indexSearches[0] as IndexSearch)
      if (best === undefined) return { by: 'nothing', indexSearch }
      if (best.found <= few) return { by: 'texts', indexSearch }
      if (yield* estimates.isSelective(table, indexSearch.rest, values, changes, few * 5))
        return { by: 'rest', indexSearch }
      const isMinority = yield* estimates.isMinority(table, indexSearch, values, changes, few * 5)
      return { by: isMinority ? 'minority' : 'order', indexSearch }
    },
    count: countOf,
    *page(search, path, query, upTo) {
      const { table, values } = search
      const { by, indexSearch } = path
      const { offset, needed } = windowOf(query)
      const counted = by === 'texts' || upTo === undefined ? undefined : yield* countOf(search, path, upTo)
      // A count that reached its limit is only a lower bound.
      const isWhole = counted !== undefined && upTo !== undefined && counted < upTo
      if (isWhole && counted <= offset) return { ids: [], total: counted }
      if (by === 'nothing') return { ids: [], total: counted }
      const order = shapeOrder(dialect, table, query.where, query.order ?? [], values)
      if (by === 'texts') {
        const ids = yield* gather(search, indexSearch, order, upTo === undefined ? needed : Number.POSITIVE_INFINITY)
        return { ids: ids.slice(offset, needed), total: upTo === undefined ? undefined : ids.length }
      }
      const [ranks, inRank] = order[0]?.by === 'rank' ? [order[0].conditions, order.slice(1)] : [undefined, order]
      const areFew = isWhole && counted <= Math.max(few, needed * GATHERED_PER_RECORD)
      const ids =
        areFew || needed === Number.POSITIVE_INFINITY || !isWalkable(table, inRank, indexSearch.rest)
          ? yield* gather(search, indexSearch, order, needed)
          : ranks === undefined
            ? yield* first(search, indexSearch, inRank, needed)
            : yield* firstRanked(search, ranks, inRank, needed)
      return { ids: ids.slice(offset), total: counted }
    },
  }
}

/** The number of records before a page, and the number of records up to its end. */
function windowOf({ limit = Number.POSITIVE_INFINITY, offset = 0 }: AnyQuery) {
  const before = Math.max(0, Math.trunc(offset))
  return { offset: before, needed: before + Math.max(0, Math.trunc(limit)) }
}

/** A source whose records are found in another way, so that each of them is tested. */
const sourceOf = (table: Table): Source => ({ table, depth: 0, matches: 'many', readsTexts: true })

const keyOf = (order: readonly OrderShape[]) => order.map(step => step.key).join()

const idsIn = (rows: readonly (readonly unknown[])[]): readonly number[] => rows.map(([id]) => Number(id))

/** Sorts records into the order of the given ids. */
export function inOrder(records: readonly AnyRecord[], ids: readonly number[]): readonly AnyRecord[] {
  const byId = new Map(records.map(record => [record.id, record]))
  return Object.freeze(ids.flatMap(id => byId.get(id) ?? []))
}
