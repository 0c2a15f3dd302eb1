import type { CollectionName, MetaKind, MetaRecord, Related, Relation, RevisionSummary, TermRecord } from '@platen/site'
import { compareValues } from './comparing.js'
import type { Contents } from './contents.js'
import type { AnyRecord } from './record.js'

const META_KINDS: { readonly [N in CollectionName]?: MetaKind } = {
  posts: 'post',
  terms: 'term',
  users: 'user',
  comments: 'comment',
}

/** Related records of the given ones; an id that has none is not in the map. */
export function relate(
  contents: Contents,
  name: CollectionName,
  ids: readonly number[],
  relations: readonly Relation[],
): Related {
  const collect = <T>(wanted: Relation, read: (id: number) => T | undefined) =>
    relations.includes(wanted) ? collectById(ids, read) : undefined
  const terms = collect('terms', id => (name === 'posts' ? termsOf(contents, id) : undefined))
  const meta = collect('meta', id => metaOf(contents, META_KINDS[name], id))
  const revisions = collect('revisions', id => (name === 'posts' ? revisionsOf(contents, id) : undefined))
  return Object.freeze({ ...(terms && { terms }), ...(meta && { meta }), ...(revisions && { revisions }) })
}

function collectById<T>(ids: readonly number[], read: (id: number) => T | undefined): ReadonlyMap<number, T> {
  const found = new Map<number, T>()
  for (const id of ids) {
    const value = read(id)
    if (value !== undefined) found.set(id, value)
  }
  return found
}

// The collections hold their records without types: these casts only name what each is known to hold.
function termsOf(contents: Contents, post: number): readonly TermRecord[] | undefined {
  const terms = sortedBy([...contents.records.assignments.lookup('object', post)], ['position', 'id'])
    .map(assignment => contents.records.terms.get(Number(assignment.term)))
    .filter(term => term !== undefined)
  return listOrNothing(terms as unknown as TermRecord[])
}

function metaOf(contents: Contents, kind: MetaKind | undefined, object: number): readonly MetaRecord[] | undefined {
  const values = [...contents.records.meta.lookup('object', object)].filter(value => value.kind === kind)
  return listOrNothing(sortedBy(values, ['id']) as unknown as MetaRecord[])
}

function revisionsOf(contents: Contents, parent: number): RevisionSummary | undefined {
  const autosave = `${parent}-autosave-v1`
  const ids = [...contents.records.posts.lookup('parent', parent)]
    .filter(post => post.type === 'revision' && post.slug !== autosave)
    .map(post => post.id)
  if (ids.length === 0) return undefined
  return Object.freeze({ count: ids.length, latest: ids.reduce((latest, id) => Math.max(latest, id)) })
}

const listOrNothing = <T>(list: T[]) => (list.length === 0 ? undefined : Object.freeze(list))

const sortedBy = (records: AnyRecord[], fields: readonly string[]) =>
  records.sort((a, b) => {
    const difference = fields.map(field => compareValues(a[field], b[field])).find(compared => compared !== 0)
    return difference ?? 0
  })
