import {
  defineCollection,
  integer,
  many,
  type RecordOf,
  type RelationsOf,
  type StoreSession,
  text,
} from '@platen/storage'
import { meta } from './meta-collection.js'

/** The terms of all taxonomies. */
export const terms = defineCollection({
  name: 'terms',
  size: 2_000,
  columns: {
    taxonomy: text({ shared: 1_000 }),
    name: text({ folded: true, shared: 2, omittable: true }),
    slug: text({ folded: true, shared: 1 }),
    description: text({ omittable: true }),
    parent: integer({ shared: 20, common: 0 }),
    group: integer(),
    /** How many published objects have the term. */
    count: integer({ shared: 1_000 }),
  },
  unique: { slug: ['taxonomy', 'slug'] },
  indexes: {
    byName: { key: ['taxonomy', { folded: 'name' }] },
    byParent: { key: ['parent'] },
    byCount: { key: ['taxonomy', 'count'] },
  },
  relations: () => ({ meta: many(meta, { foreign: 'object', where: meta.where.eq('kind', 'term') }) }),
})

/** A term of any taxonomy. `count` is the number of published objects with the term. */
export interface TermRecord extends RecordOf<typeof terms> {}

/** The values that the relations of a term have, by name. */
export type TermRelations = RelationsOf<typeof terms>

/** The terms of a store, or as a transaction sees them. */
export const termsIn = (session: StoreSession) => session.collection(terms)

/** Builds conditions over terms. */
export const whereTerms = terms.where
