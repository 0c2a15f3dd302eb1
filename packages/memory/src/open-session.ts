import {
  type AnyCollection,
  type AnyCondition,
  type AnyQuery,
  frozenJson,
  type OptionStore,
  type StoreSession,
  storeSession,
  totalOf,
} from '@platen/storage'
import { distinct, matching, pick, select, tally } from './finding.js'
import { requireLength } from './max-length.js'
import { omitLongTexts } from './omitted-texts.js'
import { relate } from './relations.js'
import type { Session } from './session.js'
import { type Ids, increment, insert, remove, removeWhere, update, updateMany, updateWhere } from './writing.js'

/** How collections access their rows: outside of transactions, or within one. */
export interface Access {
  readonly ids: Ids
  /** The session that reads see; fails if the store is closed or the transaction is over. */
  session(): Session
  /** Runs one write, which fails as a whole. */
  write<T>(work: (session: Session) => T): Promise<T>
}

/** The collections and options over an access. */
export function openSession(access: Access): StoreSession {
  const opened = new Map<string, AnyCollection>()
  return storeSession(name => {
    const found = opened.get(name)
    if (found !== undefined) return found
    const collection = openCollection(access, access.session().kind(name).definition.name)
    opened.set(name, collection)
    return collection
  }, openOptions(access))
}

function openCollection({ ids, session, write }: Access, name: string): AnyCollection {
  const window = (query: AnyQuery) => select(session(), name, query)
  return Object.freeze<AnyCollection>({
    get: async id => session().rows(name).get(id),
    async find(query) {
      const { records: whole, total } = window(query)
      const records = whole.map(omitLongTexts(session().kind(name).definition, query))
      const found = records.map(record => record.id)
      const related = relate(session(), name, found, query.with ?? [], query)
      if (query.maxLength !== undefined) requireLength(records, related, query.maxLength)
      return Object.freeze({
        records: Object.freeze(records),
        ...totalOf(query, total),
        related,
      })
    },
    first: async query => window({ ...query, limit: Math.min(1, query.limit ?? 1) }).records[0],
    pick: async (fields, query) => pick(session(), name, fields, query),
    count: async (where?: AnyCondition) => matching(session(), name, where).length,
    distinct: async (field, where) => distinct(session(), name, field, where),
    tally: async (field, where, characters, limit) => tally(session(), name, field, where, characters, limit),
    async related(owners, relations, limits = {}) {
      const related = relate(session(), name, owners, relations, limits)
      if (limits.maxLength !== undefined) requireLength([], related, limits.maxLength)
      return related
    },
    insert: record => write(current => insert(current, ids, name, record)),
    insertMany: (records, options) =>
      write(current => Object.freeze(records.map(record => insert(current, ids, name, record, options)))),
    update: (id, changes, options) => write(current => update(current, name, id, changes, options)),
    updateMany: updates => write(current => updateMany(current, name, updates)),
    increment: (field, amounts, options) => write(current => increment(current, name, field, amounts, options)),
    updateWhere: (where, changes) => write(current => updateWhere(current, name, where, changes)),
    remove: id => write(current => remove(current, name, id)),
    removeWhere: where => write(current => removeWhere(current, name, where)),
  })
}

function openOptions({ session, write }: Access): OptionStore {
  return Object.freeze<OptionStore>({
    get: async name => session().options.get(name)?.value,
    all: async () => new Map([...session().options.all()].map(({ name, value }) => [name, value])),
    set: (name, value) => write(({ options }) => options.put(name, Object.freeze({ name, value: frozenJson(value) }))),
    remove: name =>
      write(({ options }) => {
        const existed = options.get(name) !== undefined
        if (existed) options.drop(name)
        return existed
      }),
  })
}
