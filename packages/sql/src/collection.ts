import type { Collection, CollectionName, OptionStore, Records, Related, StoreContents } from '@platen/site'
import { recordsOf } from './cells.js'
import type { Changing } from './changing.js'
import type { SqlSession } from './dialect.js'
import type { Inserting } from './inserting.js'
import type { OptionReading } from './options.js'
import type { AnyQuery, Reading } from './reading.js'
import { relatedOf } from './relations.js'
import { TABLES, type Table } from './tables.js'

/** Descriptions of all that a store does. */
export interface Vocabulary {
  readonly reading: Reading
  readonly inserting: Inserting
  readonly changing: Changing
  readonly options: OptionReading
}

/** The collections and options over a session. */
export function openContents(vocabulary: Vocabulary, session: SqlSession): StoreContents {
  const open = <N extends CollectionName>(name: N) => openCollection<N>(vocabulary, session, TABLES[name])
  return Object.freeze({
    posts: open('posts'),
    terms: open('terms'),
    assignments: open('assignments'),
    users: open('users'),
    comments: open('comments'),
    meta: open('meta'),
    applicationPasswords: open('applicationPasswords'),
    options: openOptions(vocabulary, session),
  })
}

const NOTHING_RELATED: Related = Object.freeze({})

/** Whether the page is all that a query asks for: that is a single call, which needs no snapshot. */
const asksForPage = ({ total = false, with: relations = [] }: AnyQuery) => !total && relations.length === 0

function openCollection<N extends CollectionName>(
  { reading, inserting, changing }: Vocabulary,
  session: SqlSession,
  table: Table<N>,
): Collection<Records[N]> {
  type R = Records[N]
  return Object.freeze<Collection<R>>({
    async get(id) {
      return recordsOf(table, await session.ask(reading.byId(table, id)))[0]
    },
    async find(query) {
      if (!asksForPage(query)) return session.read(revision => reading.find(table, query, revision))
      const records = recordsOf(table, await session.ask(reading.page(table, query)))
      return Object.freeze({ records, total: undefined, related: NOTHING_RELATED })
    },
    async first(query) {
      const limit = Math.min(1, query.limit ?? 1)
      return recordsOf(table, await session.ask(reading.page(table, { ...query, limit })))[0]
    },
    count: async where => session.read(revision => reading.count(table, where, revision)),
    async distinct(field, where) {
      const { rows } = await session.ask(reading.distinct(table, field, where))
      return new Set(rows.map(([value]) => String(value)))
    },
    async related(ids, relations) {
      const call = reading.related(table, ids, relations)
      return relatedOf(relations, call && (await session.ask(call)))
    },
    async insert(record) {
      const [inserted] = await session.write(() => inserting.insert(table, [{ ...record }]))
      return inserted as R
    },
    insertMany: async records =>
      session.write(() =>
        inserting.insert(
          table,
          records.map(record => ({ ...record })),
        ),
      ),
    update: async (id, changes, options) =>
      session.write(() => changing.update(table, id, { ...changes }, options?.version)),
    updateWhere: async (where, changes) => session.write(() => changing.updateWhere(table, where, { ...changes })),
    remove: async id => session.write(() => changing.remove(table, id)),
    removeWhere: async where => session.write(() => changing.removeWhere(table, where)),
  })
}

function openOptions({ options }: Vocabulary, session: SqlSession): OptionStore {
  return Object.freeze<OptionStore>({
    get: async name => session.read(() => options.get(name)),
    all: async () => session.read(() => options.all()),
    set: async (name, value) => session.write(() => options.set(name, value)),
    remove: async name => session.write(() => options.remove(name)),
  })
}
