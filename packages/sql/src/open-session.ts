import {
  type AnyCollection,
  type AnyQuery,
  collectionsRead,
  type InsertOptions,
  type OptionStore,
  type Related,
  requireOneEach,
  type StoreSession,
  storeSession,
  valuesAt,
} from '@platen/storage'
import { recordsOf } from './cells.js'
import { searchesTexts } from './conditions.js'
import type { SqlSession } from './dialect.js'
import type { Fields, Inserting } from './inserting.js'
import { isCut } from './omitted-texts.js'
import type { OptionReading } from './options.js'
import type { Reading } from './reading.js'
import { relatedOf, relationOf } from './relations.js'
import type { Schema, Table } from './tables.js'
import { withinLimit } from './text-limit.js'
import type { Updates } from './updates.js'

/** Everything a store does, as statements. */
export interface Operations {
  readonly reading: Reading
  readonly inserting: Inserting
  readonly updates: Updates
  readonly options: OptionReading
}

/** The collections and options over a session. */
export function openSession(operations: Operations, schema: Schema, session: SqlSession): StoreSession {
  // Preparing a store replaces tables.
  const opened = new Map<Table, AnyCollection>()
  return storeSession(
    name => {
      const table = schema.get(name)
      const found = opened.get(table)
      if (found !== undefined) return found
      const collection = openCollection(operations, session, table)
      opened.set(table, collection)
      return collection
    },
    openOptions(operations, session),
  )
}

const NOTHING_RELATED: Related = Object.freeze({})

/** Whether a query needs only the page: a single call, which needs no snapshot. */
const isPageOnly = (table: Table, { total = false, after, order = [], with: relations = [], where, limit }: AnyQuery) =>
  total === false &&
  order.every(step => step.by !== 'related') &&
  after === undefined &&
  relations.length === 0 &&
  (limit === undefined || !searchesTexts(table, where))

function requirePosition(table: Table, { order = [], after }: AnyQuery): void {
  if (after !== undefined) valuesAt(table.definition, order, after, name => table.other(name).definition)
}

function openCollection({ reading, inserting, updates }: Operations, session: SqlSession, table: Table): AnyCollection {
  const { definition } = table
  const { name } = definition
  const own = () => [name]
  const namesIn = (query: Parameters<typeof collectionsRead>[1]) => () => collectionsRead(definition, query)
  const insert = async (records: readonly Fields[], options?: InsertOptions) =>
    session.write(() => inserting.insert(table, records, options), name)

  return Object.freeze<AnyCollection>({
    async get(id) {
      return recordsOf(table, await session.query(reading.byId(table, id), own))[0]
    },
    async find(query) {
      for (const name of query.with ?? []) relationOf(table, name)
      requirePosition(table, query)
      const names = namesIn(query)
      if (!isPageOnly(table, query)) return session.read(changes => reading.find(table, query, changes), names)
      const page = reading.page(table, query)
      const records = recordsOf(table, withinLimit(page, await session.query(page, names)), isCut(query))
      return Object.freeze({ records, total: undefined, related: NOTHING_RELATED })
    },
    async first(query) {
      const first = { ...query, limit: Math.min(1, query.limit ?? 1), total: false, with: [] }
      const names = namesIn(first)
      if (isPageOnly(table, first)) return recordsOf(table, await session.query(reading.page(table, first), names))[0]
      return (await session.read(changes => reading.find(table, first, changes), names)).records[0]
    },
    async pick(fields, { total: _total, with: _with, ...query }: AnyQuery) {
      const part = table.part(fields)
      requirePosition(table, query)
      const names = namesIn(query)
      if (isPageOnly(table, query)) return recordsOf(part, await session.query(reading.page(table, query, part), names))
      return (await session.read(changes => reading.find(table, query, changes, part), names)).records
    },
    count: async where => session.read(changes => reading.count(table, where, changes), namesIn({ where })),
    async distinct(field, where) {
      const { rows } = await session.query(reading.distinct(table, field, where), namesIn({ where }))
      return new Set(rows.map(([value]) => String(value)))
    },
    async tally(field, where, characters, limit) {
      const { rows } = await session.query(reading.tally(table, field, where, characters, limit), namesIn({ where }))
      return new Map(rows.map(([value, count]) => [String(value), Number(count)]))
    },
    async related(ids, relations, limits = {}) {
      const call = reading.related(table, ids, relations, limits)
      const result = call && (await session.query(call, namesIn({ with: relations })))
      return relatedOf(table, relations, call && result && withinLimit(call, result), isCut(limits))
    },
    async insert(record) {
      const [inserted] = await insert([record])
      if (!inserted) throw new TypeError('Nothing was inserted.')
      return inserted
    },
    insertMany: insert,
    update: async (id, changes, options) => session.write(() => updates.update(table, id, changes, options), name),
    async updateMany(all) {
      requireOneEach(all)
      return session.write(() => updates.updateMany(table, all), name)
    },
    increment: async (field, amounts, options) =>
      session.write(() => updates.increment(table, field, amounts, options), name),
    updateWhere: async (where, changes) => session.write(() => updates.updateWhere(table, where, changes), name),
    remove: async id => session.write(() => updates.remove(table, id), name),
    removeWhere: async where => session.write(() => updates.removeWhere(table, where), name),
  })
}

const ofOptions = () => ['options']

function openOptions({ options }: Operations, session: SqlSession): OptionStore {
  // Before they are read: later commits cause another read.
  const revision = () => session.optionsRevision?.()
  return Object.freeze<OptionStore>({
    async get(name) {
      const cached = options.cached(revision())
      return cached === undefined ? session.read(() => options.get(name), ofOptions) : cached.get(name)
    },
    async all() {
      const current = revision()
      return options.cached(current) ?? session.read(() => options.all(current), ofOptions)
    },
    set: async (name, value) => session.write(() => options.set(name, value), 'options'),
    remove: async name => session.write(() => options.remove(name), 'options'),
  })
}
