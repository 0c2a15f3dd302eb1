import type { CollectionName, Records, Related, Relation, RevisionSummary } from '@platen/site'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from './dialect.js'
import { recordOf } from './rows.js'
import { type Statements, slotAt } from './statements.js'
import { TABLES, type Table } from './tables.js'
import type { Call, Result, Row } from './work.js'

const META_KINDS: { readonly [N in CollectionName]?: string } = {
  posts: 'post',
  terms: 'term',
  users: 'user',
  comments: 'comment',
}

/** Describes reading of related records. */
export interface Relations {
  /** The call for all relations of all records at once; none, if nothing is asked for. */
  related(table: Table, ids: readonly number[], relations: readonly Relation[]): Call | undefined
}

export function createRelations({ expressions }: Pick<SqlDialect, 'expressions'>, statements: Statements): Relations {
  const { jsonList, jsonGathered } = expressions
  const owner = sql.ref('owners.value')
  const nothing = sql`null`
  const rowOf = ({ name, columns }: Table) => jsonList(columns.map(column => sql.ref(`${name}.${column.name}`)))

  const termsOf = ({ collection }: Table): Fragment => {
    if (collection !== 'posts') return nothing
    const gathered = jsonGathered(rowOf(TABLES.terms), sql`assigned.position, assigned.id`)
    const assigned = sql`select term, position, id from assignments where object = ${owner} order by position, id`
    return sql`(select ${gathered} from (${assigned}) as assigned cross join terms where terms.id = assigned.term)`
  }

  const metaOf = ({ collection }: Table): Fragment => {
    const kind = META_KINDS[collection]
    if (kind === undefined) return nothing
    const gathered = jsonGathered(rowOf(TABLES.meta), sql`meta.id`)
    const own = sql`select * from meta where object = ${owner} and kind = ${sql.lit(kind)} order by id`
    return sql`(select ${gathered} from (${own}) as meta)`
  }

  const revisionsOf = ({ collection }: Table): Fragment => {
    if (collection !== 'posts') return nothing
    const summary = jsonList([sql`count(*)`, sql`max(id)`])
    const counted = sql`type = 'revision' and slug <> cast(${owner} as text) || '-autosave-v1'`
    return sql`(select ${summary} from posts where parent = ${owner} and ${counted} group by parent)`
  }

  const relationSql = { terms: termsOf, meta: metaOf, revisions: revisionsOf }

  return {
    related(table, ids, relations) {
      if (ids.length === 0 || relations.length === 0) return undefined
      const statement = statements.get(`related ${table.name} ${relations.join()}`, () => {
        const lists = relations.map(relation => relationSql[relation](table))
        const gathered = jsonGathered(jsonList([owner, ...lists]), owner)
        return sql`select ${gathered} from ${expressions.list(slotAt(0), 'integer')} as owners`
      })
      return { statement, values: [JSON.stringify(ids)] }
    },
  }
}

/** A record's id, and a list for each relation that was asked for: `null` or an empty one, if it has nothing of it. */
type Owned = readonly [id: number, ...lists: readonly (readonly unknown[] | null)[]]

/** What a call for relations came to; without a result nothing was found. */
export function relatedOf(relations: readonly Relation[], result: Result | undefined): Related {
  const owned: readonly Owned[] = result ? JSON.parse(String(result.rows[0]?.[0])) : []
  const collect = <T>(
    relation: Relation,
    read: (list: readonly unknown[]) => T,
  ): ReadonlyMap<number, T> | undefined => {
    if (!relations.includes(relation)) return undefined
    const place = relations.indexOf(relation) + 1
    const found = new Map<number, T>()
    for (const one of owned) {
      const list = one[place] as readonly unknown[] | null
      if (list && list.length > 0) found.set(one[0], read(list))
    }
    return found
  }
  const terms = collect('terms', rows => recordsOfRows(TABLES.terms, rows))
  const meta = collect('meta', rows => recordsOfRows(TABLES.meta, rows))
  const revisions = collect('revisions', summaryOf)
  return Object.freeze({ ...(terms && { terms }), ...(meta && { meta }), ...(revisions && { revisions }) })
}

const recordsOfRows = <N extends CollectionName>(table: Table<N>, rows: readonly unknown[]): readonly Records[N][] =>
  Object.freeze(rows.map(row => recordOf(table, row as Row)))

const summaryOf = ([count, latest]: readonly unknown[]): RevisionSummary =>
  Object.freeze({ count: Number(count), latest: Number(latest) })
