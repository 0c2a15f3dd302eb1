import { sql } from 'kysely'
import { isFew } from './conditions.js'
import type { Fragment, SqlDdl } from './dialect.js'
import { foldSql } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import { type ExistsShape, join, partsOf, type Reading, type SearchedValues, type Shape } from './shape.js'
import { slotAt } from './statements.js'
import { type Column, PREFIX_LENGTH, type Table } from './tables.js'

type Of<Is extends Shape['is'], S = Shape> = S extends { readonly is: infer I } ? (Is extends I ? S : never) : never

/** A table in a statement, with its alias. */
export interface Source {
  readonly table: Table
  /** Grows inwards: the alias of the outermost table is `t0`. */
  readonly depth: number
  /** The alias of a table that is joined with another one. */
  readonly alias?: string | undefined
  /** Whether few or many of its records match, if this was counted. */
  readonly matches?: 'few' | 'many' | undefined
  /** Whether its records are scanned in the order of the page, whatever the conditions. */
  readonly walksOrder?: boolean | undefined
  /**
   * The bound of a column that an index uses to find the records; an index uses only one, and the others are just
   * tested.
   */
  readonly start?: { readonly column: Column; readonly operator: '<' | '>' } | undefined
  /**
   * Whether each of its records is found by another one, so that long lists are only tested: SQLite would look up every
   * value of the list for every record. With 300 terms, a page by author takes a thirtieth of the time.
   */
  readonly testsLists?: boolean | undefined
  /** The places of searched texts that many records contain: an index of texts would find too many. */
  readonly commonTexts?: ReadonlySet<number> | undefined
  /** Whether few records have its values that otherwise most records share, such as a type. */
  readonly isMinority?: boolean | undefined
  /**
   * The condition whose related records lead to the records, in place of all that could. Only the first ones do if there
   * is a place of their number.
   */
  readonly gathered?: { readonly exists: ExistsShape; readonly most?: number } | undefined
  /** Whether searches read the texts of each record, because something other than their index finds the records. */
  readonly readsTexts?: boolean | undefined
}

const aliasOf = ({ alias, depth }: Source) => alias ?? `t${depth}`

export const columnSql = (source: Source, { name }: Column): Fragment => sql.ref(`${aliasOf(source)}.${name}`)

export const tableSql = (source: Source): Fragment => sql`${sql.table(source.table.name)} as ${sql.id(aliasOf(source))}`

/** SQL of conditions and their operands. Conditions are true or false, never NULL, so that `not` inverts them. */
export interface ConditionSql {
  condition(source: Source, shape: Shape): Fragment
  /** The condition after WHERE. The time limit of a scan is tested first, because most records fail the condition. */
  where(source: Source, shape: Shape): Fragment
  /** Whether a record is related to another one, whatever the condition on it. */
  relates(source: Source, related: Source, shape: ExistsShape): Fragment
  /** The folded text of a column; NULL if there is no text. */
  folded(source: Source, column: Column): Fragment
  /** The indexed part of the folded text of a column, if indexes do not contain all of it. */
  foldedStart(source: Source, column: Column): Fragment | undefined
  /** The same part of a folded text to compare with. */
  startOf(folded: Fragment): Fragment | undefined
  read(source: Source, column: Column, reading: Reading): Fragment
}

/** The indexed part of a text. Written exactly as in the index, so that the index is used. */
export const prefixSql = (text: Fragment): Fragment => sql`substr(${text}, 1, ${sql.lit(PREFIX_LENGTH)})`

/** The indexed part of a folded text in the same table; `undefined` if indexes contain all of it. */
export const indexedFold = (
  { indexedLength }: Pick<SqlDdl, 'indexedLength'>,
  folded: Fragment,
): Fragment | undefined =>
  indexedLength === undefined ? undefined : sql`substr(${folded}, 1, ${sql.lit(indexedLength)})`

/** The type as which a JSON value is read that is compared with a column. */
const READINGS = { text: 'text', integer: 'number', boolean: 'boolean' } as const

/** The values of a column's list. */
export const listKindOf = ({ kind }: Column) => (kind === 'integer' || kind === 'boolean' ? 'integer' : 'text')

const canBeNull = ({ nullable, kind }: Column) => nullable || kind === 'json'

const isNull = (source: Source, column: Column): Fragment =>
  column.kind === 'json' ? sql`${columnSql(source, column)} = 'null'` : sql`${columnSql(source, column)} is null`

export function createConditionSql({
  ddl,
  expressions,
  hints,
  search,
}: Pick<ResolvedDialect, 'ddl' | 'expressions' | 'hints' | 'search'>): ConditionSql {
  const read = (source: Source, column: Column, reading: Reading): Fragment => {
    const stored = columnSql(source, column)
    if (reading === 'text') return expressions.jsonToText(stored)
    if (reading === 'number') return expressions.jsonToNumber(stored)
    if (reading === 'boolean') return sql`case ${stored} when 'true' then 1 when 'false' then 0 end`
    return stored
  }

  const foldedNow = (source: Source, column: Column) => foldSql(expressions, column, columnSql(source, column))

  const folded = (source: Source, column: Column): Fragment => {
    const { texts } = source.table
    if (column.foldedName !== undefined) return sql.ref(`${aliasOf(source)}.${column.foldedName}`)
    if (texts?.columns.some(({ name }) => name === column.name)) {
      const id = sql.ref(`${aliasOf(source)}.id`)
      const stored = sql`(select ${sql.ref(`texts.${column.name}`)} from ${sql.table(texts.name)} as texts where texts.id = ${id})`
      return texts.except === undefined ? stored : sql`coalesce(${stored}, ${foldedNow(source, column)})`
    }
    return foldSql(expressions, column, read(source, column, column.kind === 'json' ? 'text' : 'stored'))
  }

  const startOf = (folded: Fragment) => indexedFold(ddl, folded)

  const foldedStart = (source: Source, { foldedName }: Column) =>
    foldedName === undefined ? undefined : startOf(sql.ref(`${aliasOf(source)}.${foldedName}`))

  /** A test of an operand that may be NULL, which then fails. */
  const ofSome = (column: Column, reading: Reading, operand: Fragment, test: Fragment): Fragment =>
    column.nullable || reading !== 'stored' ? sql`(${operand} is not null and ${test})` : test

  const isOfMinority = ({ isMinority }: Source, { shared }: Column) => isMinority === true && shared === 'by most'

  const compare = (source: Source, { column, operator, reading, place, isCommon }: Of<'compare'>) => {
    const stored = read(source, column, reading)
    const { start } = source
    const isOtherBound = start?.column === column && operator.startsWith(start.operator)
    const isWide = isCommon || (column.shared === 'by most' && source.walksOrder === true)
    const operand = isWide || isOtherBound ? hints.unindexed(stored) : stored
    const test = ofSome(column, reading, operand, sql`${operand} ${sql.raw(operator)} ${slotAt(place)}`)
    if (operator !== '=') return test
    if (isOfMinority(source, column)) return hints.unlikely(test)
    if (!column.prefixed) return test
    return sql`(${prefixSql(operand)} = ${prefixSql(slotAt(place))} and ${test})`
  }

  const inList = (source: Source, { is, column, isCommon }: Of<'among' | 'listed'>, sought: SearchedValues) => {
    const stored = columnSql(source, column)
    const isTested = isCommon || (is === 'listed' && source.testsLists === true)
    const operand = isTested ? hints.unindexed(stored) : stored
    const kind = listKindOf(column)
    const own = ofSome(column, 'stored', stored, sql`${operand} in ${soughtIn(sought, kind)}`)
    const test = column.prefixed ? sql`(${prefixSql(operand)} in ${prefixesIn(sought, kind)} and ${own})` : own
    return isOfMinority(source, column) ? hints.unlikely(test) : test
  }

  const listed = (source: Source, shape: Of<'listed'>) => inList(source, shape, shape.place)

  const equals = (source: Source, { column, isFolded, place }: Of<'text'>, operand: Fragment) => {
    const whole = sql`${operand} = ${slotAt(place)}`
    const start = isFolded ? foldedStart(source, column) : undefined
    return start === undefined ? whole : sql`(${start} = ${startOf(slotAt(place))} and ${whole})`
  }

  const text = (source: Source, shape: Of<'text'>) => {
    const { column, how, isFolded, place } = shape
    const exact = read(source, column, column.kind === 'json' ? 'text' : 'stored')
    const operand = isFolded ? folded(source, column) : exact
    const sought = slotAt(place)
    const test = how === 'equals' ? equals(source, shape, operand) : expressions[how](operand, sought)
    return ofSome(column, column.kind === 'json' ? 'text' : 'stored', operand, test)
  }

  const containsIn = ({ commonTexts }: Source, place: number) =>
    (commonTexts?.has(place) ? undefined : expressions.containsIndexed) ?? expressions.contains

  const searched = (source: Source, { texts, columns, place, search: searchPlace, readsUnindexed }: Of<'searched'>) => {
    const id = sql.ref(`${aliasOf(source)}.id`)
    if (searchPlace !== undefined && search && source.readsTexts !== true) {
      const operand = source.matches === 'few' ? id : hints.unindexed(id)
      return sql`${operand} in ${search.ids(texts, undefined, slotAt(searchPlace))}`
    }
    const contains = (text: Fragment) => expressions.contains(text, slotAt(place))
    const { containsIndexed } = expressions
    const containsStored = containsIn(source, place)
    // Texts that the record itself has need no other row; an index of the others has to find all of them.
    const own = containsIndexed ? [] : columns.flatMap(({ foldedName }) => foldedName ?? [])
    const others = containsIndexed ? columns : columns.filter(({ foldedName }) => foldedName === undefined)
    const tests = own.map(name => contains(sql.ref(`${aliasOf(source)}.${name}`)))
    if (others.length > 0) {
      const found = sql.join(
        others.map(({ name }) => containsStored(sql.ref(`texts.${name}`), slotAt(place))),
        sql` or `,
      )
      const from = sql`from ${sql.table(texts.name)} as texts where texts.id = ${id}`
      if (readsUnindexed) {
        const now = others.map(column => contains(foldedNow(source, column)))
        tests.push(sql`coalesce((select ${found} ${from}), ${sql.join(now, sql` or `)})`)
      } else tests.push(sql`exists (select 1 ${from} and (${found}))`)
    }
    return sql`(${sql.join(tests, sql` or `)})`
  }

  /** A test of one row of texts, if a condition consists of searches that only read these rows. */
  const textsTest = (source: Source, shape: Shape): Fragment | undefined => {
    if (shape.is === 'not') {
      const test = textsTest(source, shape.part)
      return test && sql`not (${test})`
    }
    if (shape.is === 'all' || shape.is === 'any') {
      const tests = shape.parts.flatMap(part => textsTest(source, part) ?? [])
      if (tests.length < shape.parts.length) return undefined
      return connected(tests, shape.is === 'all' ? sql` and ` : sql` or `)
    }
    if (shape.is !== 'searched' || shape.readsUnindexed || !expressions.containsIndexed) return undefined
    const contains = containsIn(source, shape.place)
    const tests = shape.columns.map(({ name }) => contains(sql.ref(`texts.${name}`), slotAt(shape.place)))
    return sql`(${sql.join(tests, sql` or `)})`
  }

  /**
   * Conditions of which all are searches in the same row of texts become one test of the row: the planner then knows
   * more, and has less to plan.
   */
  const inTexts = (source: Source, shape: Shape): Fragment | undefined => {
    const test = shape.is === 'searched' ? undefined : textsTest(source, shape)
    const texts = source.table.texts
    if (test === undefined || texts === undefined) return undefined
    const id = sql.ref(`${aliasOf(source)}.id`)
    return sql`exists (select 1 from ${sql.table(texts.name)} as texts where texts.id = ${id} and ${test})`
  }

  const all = (source: Source, shape: Shape): Fragment => {
    const parts = partsOf(shape)
    const searches = parts.filter(part => textsTest(source, part) !== undefined)
    const others = parts.filter(part => !searches.includes(part))
    const searched = searches.length > 1 ? inTexts(source, join('all', searches)) : undefined
    const rest = searched === undefined ? parts : others
    const tests = rest.map(part => condition(source, part))
    return connected(searched === undefined ? tests : [...tests, searched], sql` and `)
  }

  const soughtIn = (sought: SearchedValues, kind: 'integer' | 'text') =>
    typeof sought === 'number' ? expressions.list(slotAt(sought), kind) : sql`(${sql.join(sought.map(slotAt))})`

  const prefixesIn = (sought: SearchedValues, kind: 'integer' | 'text') =>
    typeof sought === 'number'
      ? sql`(select ${prefixSql(sql.ref('sought.value'))} from ${expressions.list(slotAt(sought), kind)} as sought)`
      : sql`(${sql.join(sought.map(place => prefixSql(slotAt(place))))})`

  /**
   * The related records are counted by the lists that contain them, so the cost per record does not grow with the
   * number of lists.
   */
  const covers = (outer: Source, { table, foreign, local, column, place, placeOfCount }: Of<'covers'>) => {
    const inner: Source = { table, depth: outer.depth + 1 }
    const lists = expressions.members(slotAt(place))
    const own = sql`${columnSql(inner, foreign)} = ${columnSql(outer, local)}`
    // Joined in this order: from the few related records to the lists.
    const from = sql`${tableSql(inner)} cross join ${lists} as members`
    const member = sql`members.value = ${columnSql(inner, column)}`
    return sql`(select count(distinct members.place) from ${from} where ${own} and ${member}) = ${slotAt(placeOfCount)}`
  }

  // JSON values are compared with other columns by value, and with each other as written.
  const reading = (own: Column, other: Column): Reading =>
    own.kind !== 'json' || other.kind === 'json' ? 'stored' : READINGS[other.kind]

  const relates = (outer: Source, inner: Source, { foreign, local }: ExistsShape) => {
    const theirs = read(inner, foreign, reading(foreign, local))
    const equal = sql`${theirs} = ${read(outer, local, reading(local, foreign))}`
    if (foreign.kind === 'json' && local.kind === 'json') {
      return sql`(${equal} and substr(${theirs}, 1, 1) not in ('[', '{'))`
    }
    if (!canBeNull(foreign) || !canBeNull(local)) return equal
    const comparable = foreign.kind === local.kind || foreign.kind === 'json' || local.kind === 'json'
    return sql`(${comparable ? equal : sql`1 = 0`} or (${isNull(inner, foreign)} and ${isNull(outer, local)}))`
  }

  const exists = (outer: Source, shape: ExistsShape) => {
    const { table, foreign, local, where, strategy } = shape
    const inner: Source = { table, depth: outer.depth + 1 }
    const from = sql`from ${tableSql(inner)}`
    const { gathered, matches } = outer
    const isGathered = gathered === undefined ? matches === 'few' : gathered.exists === shape
    const isTested = gathered === undefined ? matches === 'many' : !isGathered
    const isByEach = strategy === 'each' || (strategy === 'open' && isTested)
    if (isByEach || (canBeNull(foreign) && canBeNull(local))) {
      const test = condition({ ...inner, testsLists: isByEach }, where)
      const related = sql`select 1 ${from} where ${relates(outer, inner, shape)} and ${test}`
      // Of many matches, a page or a limited number is found early.
      return sql`exists (${isTested ? hints.perRecord(related) : related})`
    }
    const theirs = read(inner, foreign, reading(foreign, local))
    const ours = read(outer, local, reading(local, foreign))
    const operand = strategy === 'few' || isGathered ? ours : hints.unindexed(ours)
    const matching = ofSome(foreign, reading(foreign, local), theirs, condition(inner, where))
    const found = sql`select ${theirs} ${from} where ${matching}`
    const first = gathered?.most === undefined ? found : sql`${found} limit ${hints.unplanned(slotAt(gathered.most))}`
    const within = isGathered && gathered !== undefined ? hints.within(operand, first) : sql`${operand} in (${found})`
    return ofSome(local, reading(local, foreign), ours, within)
  }

  function condition(source: Source, shape: Shape): Fragment {
    switch (shape.is) {
      case 'constant':
        return shape.holds ? sql`1 = 1` : sql`1 = 0`
      case 'null':
        return sql`${columnSql(source, shape.column)} is null`
      case 'rare':
        return sql`(${hints.rare(columnSql(source, shape.column), sql.lit(shape.value))})`
      case 'compare':
        return compare(source, shape)
      case 'among':
        return inList(source, shape, shape.places)
      case 'listed':
        return listed(source, shape)
      case 'text':
        return text(source, shape)
      case 'searched':
        return searched(source, shape)
      case 'has':
        return expressions.jsonHas(columnSql(source, shape.column), soughtIn(shape.sought, 'text'))
      case 'all':
        return all(source, shape)
      case 'any': {
        const parts = () => shape.parts.map(part => condition(source, part))
        return inTexts(source, shape) ?? connected(parts(), sql` or `)
      }
      case 'not':
        return inTexts(source, shape) ?? sql`not (${condition(source, shape.part)})`
      case 'exists':
        return exists(source, shape)
      case 'covers':
        return covers(source, shape)
    }
  }

  const where = (source: Source, shape: Shape): Fragment => {
    const inTime = isFew(shape) ? undefined : hints.inTime(columnSql(source, source.table.column('id')))
    return inTime ? sql`${inTime} and ${condition(source, shape)}` : condition(source, shape)
  }

  return { condition, where, relates, folded, foldedStart, startOf, read }
}

const LONGEST_CHAIN = 50

/** Joins parts with an operator. Long chains become trees, because databases limit the depth of expressions. */
function connected(parts: readonly Fragment[], operator: Fragment): Fragment {
  if (parts.length <= LONGEST_CHAIN) return sql`(${sql.join(parts, operator)})`
  const middle = Math.ceil(parts.length / 2)
  const halves = [parts.slice(0, middle), parts.slice(middle)].map(half => connected(half, operator))
  return connected(halves, operator)
}
