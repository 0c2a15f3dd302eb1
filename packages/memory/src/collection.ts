import type { Collection, CollectionName, Condition, OptionStore, Query, Records, StoreContents } from '@platen/site'
import type { Contents } from './contents.js'
import { distinct, matching, select } from './finding.js'
import { frozenJson } from './record.js'
import { relate } from './relations.js'
import { type Ids, insert, remove, removeWhere, update, updateWhere } from './writing.js'

/** How collections reach what they hold: outside of transactions, or inside of one. */
export interface Access {
  readonly ids: Ids
  /** What reads see; fails when the store is closed or the transaction over. */
  contents(): Contents
  /** Runs one write, which fails as a whole. */
  write<T>(work: (contents: Contents) => T): Promise<T>
}

/** The collections and options over an access. */
export function openContents(access: Access): StoreContents {
  return Object.freeze({
    posts: openCollection(access, 'posts'),
    terms: openCollection(access, 'terms'),
    assignments: openCollection(access, 'assignments'),
    users: openCollection(access, 'users'),
    comments: openCollection(access, 'comments'),
    meta: openCollection(access, 'meta'),
    applicationPasswords: openCollection(access, 'applicationPasswords'),
    options: openOptions(access),
  })
}

function openCollection<N extends CollectionName>(access: Access, name: N): Collection<Records[N]> {
  type R = Records[N]
  // What is stored under a collection's name came in as its records: inside they have no type of their own.
  const typed = (record: unknown) => record as R
  const find = (query: Query<R>) => {
    const { records, total } = select(access.contents(), name, query)
    return { records: records.map(typed), total }
  }
  return Object.freeze<Collection<R>>({
    get: async id => typed(access.contents().records[name].get(id)),
    async find(query) {
      const { records, total } = find(query)
      const ids = records.map(record => record.id)
      const related = relate(access.contents(), name, ids, query.with ?? [])
      return Object.freeze({
        records: Object.freeze(records),
        total: query.total === true ? total : undefined,
        related,
      })
    },
    first: async query => find({ ...query, limit: Math.min(1, query.limit ?? 1) }).records[0],
    count: async (where?: Condition<R>) => matching(access.contents(), name, where).length,
    distinct: async (field, where) => distinct(access.contents(), name, field, where),
    related: async (ids, relations) => relate(access.contents(), name, ids, relations),
    insert: record => access.write(contents => typed(insert(contents, access.ids, name, record))),
    insertMany: records =>
      access.write(contents => Object.freeze(records.map(record => typed(insert(contents, access.ids, name, record))))),
    update: (id, changes, options) =>
      access.write(contents => typed(update(contents, name, id, changes, options?.version))),
    updateWhere: (where, changes) => access.write(contents => updateWhere(contents, name, where, changes)),
    remove: id => access.write(contents => remove(contents, name, id)),
    removeWhere: where => access.write(contents => removeWhere(contents, name, where)),
  })
}

function openOptions(access: Access): OptionStore {
  return Object.freeze<OptionStore>({
    get: async name => access.contents().options.get(name)?.value,
    all: async () => {
      const options = [...access.contents().options.all()]
      return new Map(options.map(({ name, value }) => [name, value]))
    },
    set: (name, value) =>
      access.write(contents => contents.options.put(name, Object.freeze({ name, value: frozenJson(value) }))),
    remove: name =>
      access.write(contents => {
        const known = contents.options.get(name) !== undefined
        if (known) contents.options.drop(name)
        return known
      }),
  })
}
