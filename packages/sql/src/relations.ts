import type { CollectionName, Records, Related, Relation, RevisionSummary } from '@platen/site'
import { sql } from 'kysely'
import { columnSql } from './condition-sql.js'
import type { SqlDialect } from './dialect.js'
import { recordOf } from './rows.js'
import { type Statements, slotAt } from './statements.js'
import { TABLES, type Table } from './tables.js'
import type { Result, Work } from './work.js'

const META_KINDS: { readonly [N in CollectionName]?: string } = {
  posts: 'post',
  terms: 'term',
  users: 'user',
  comments: 'comment',
}

/** Describes reading of related records: one call a relation, however many records they belong to. */
export interface Relations {
  related(table: Table, ids: readonly number[], relations: readonly Relation[]): Work<Related>
}

export function createRelations({ expressions }: Pick<SqlDialect, 'expressions'>, statements: Statements): Relations {
  const listed = expressions.list(slotAt(0), 'integer')

  const terms = (idList: string) => ({
    statement: statements.get('terms of posts', () => {
      const columns = TABLES.terms.columns.map(column => columnSql({ table: TABLES.terms, depth: 1 }, column))
      return sql`select ${sql.join(columns)}, t0.object from assignments as t0 join terms as t1 on t1.id = t0.term where t0.object in ${listed} order by t0.object, t0.position, t0.id`
    }),
    values: [idList],
  })

  const meta = (idList: string, kind: string) => ({
    statement: statements.get('meta of objects', () => {
      const columns = TABLES.meta.columns.map(column => columnSql({ table: TABLES.meta, depth: 0 }, column))
      return sql`select ${sql.join(columns)}, t0.object from meta as t0 where t0.kind = ${slotAt(1)} and t0.object in ${listed} order by t0.object, t0.id`
    }),
    values: [idList, kind],
  })

  const revisions = (idList: string) => ({
    statement: statements.get(
      'revisions of posts',
      () =>
        sql`select t0.parent, count(*), max(t0.id) from posts as t0 where t0.type = 'revision' and t0.parent in ${listed} and t0.slug <> cast(t0.parent as text) || '-autosave-v1' group by t0.parent`,
    ),
    values: [idList],
  })

  function* related(table: Table, ids: readonly number[], relations: readonly Relation[]): Work<Related> {
    const idList = JSON.stringify(ids)
    const kind = META_KINDS[table.collection]
    const ofPosts = table.collection === 'posts' && ids.length > 0
    const found: { -readonly [K in keyof Related]: Related[K] } = {}
    if (relations.includes('terms')) {
      found.terms = ofPosts ? byOwner(TABLES.terms, yield terms(idList)) : new Map()
    }
    if (relations.includes('meta')) {
      const anyMeta = kind !== undefined && ids.length > 0
      found.meta = anyMeta ? byOwner(TABLES.meta, yield meta(idList, kind)) : new Map()
    }
    if (relations.includes('revisions')) found.revisions = ofPosts ? summaries(yield revisions(idList)) : new Map()
    return Object.freeze(found)
  }

  return { related }
}

/** Rows whose last cell is the owner. */
function byOwner<N extends CollectionName>(
  table: Table<N>,
  { rows }: Result,
): ReadonlyMap<number, readonly Records[N][]> {
  const lists = new Map<number, Records[N][]>()
  for (const row of rows) {
    const owner = Number(row[table.columns.length])
    const list = lists.get(owner)
    if (list) list.push(recordOf(table, row))
    else lists.set(owner, [recordOf(table, row)])
  }
  for (const list of lists.values()) Object.freeze(list)
  return lists
}

function summaries({ rows }: Result): ReadonlyMap<number, RevisionSummary> {
  return new Map(
    rows.map(([parent, count, latest]) => [
      Number(parent),
      Object.freeze({ count: Number(count), latest: Number(latest) }),
    ]),
  )
}
