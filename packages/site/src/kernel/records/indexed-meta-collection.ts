import { defineCollection, integer, type RecordOf, type StoreSession, text } from '@platen/storage'

/** What lists filter, sort and count by: the values of declared meta keys as texts that sort like the values. */
export const indexedMeta = defineCollection({
  name: 'indexedMeta',
  size: 1_000_000,
  columns: {
    /** The kind and subtype of the object, and the key, such as `post:event:starts`. */
    key: text({ shared: 200_000 }),
    /** The id of the object. */
    object: integer({ shared: 5 }),
    /** The place among the values of the object. */
    at: integer({ shared: 500_000 }),
    value: text({ shared: 50 }),
    /** The value as facets show it; empty for other keys. */
    label: text({ shared: 50 }),
  },
  unique: { byObject: ['object', 'key', 'at'] },
  indexes: { byValue: { key: ['key', 'value', 'object'] } },
})

/** One indexed value of an object. */
export interface IndexedMetaRecord extends RecordOf<typeof indexedMeta> {}

/** The indexed values of a store, or as a transaction sees them. */
export const indexedMetaIn = (session: StoreSession) => session.collection(indexedMeta)

/** Builds conditions over indexed values. */
export const whereIndexedMeta = indexedMeta.where
