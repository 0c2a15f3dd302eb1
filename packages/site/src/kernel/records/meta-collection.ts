import { defineCollection, integer, json, type RecordOf, type StoreSession, text } from '@platen/storage'

/** Values by key of the objects that features declare: posts, terms, users, comments … */
export const meta = defineCollection({
  name: 'meta',
  size: 300_000,
  columns: {
    kind: text({ shared: 240_000 }),
    /** The id of the object. */
    object: integer({ shared: 5 }),
    key: text({ shared: 20_000 }),
    value: json({ shared: 150, omittable: true }),
  },
  indexes: {
    byObject: { key: ['object', 'kind'] },
    byKey: { key: ['key', 'kind', 'object'] },
    byValue: { key: ['key', 'kind', { prefix: 'value' }] },
  },
})

/** One value of one meta key of one object; a key with several values has several records. `value` is JSON. */
export interface MetaRecord extends RecordOf<typeof meta> {}

/** The meta values of a store, or as a transaction sees them. */
export const metaIn = (session: StoreSession) => session.collection(meta)

/** Builds conditions over meta values. */
export const whereMeta = meta.where
