import { openPostgresStore, type PostgresStoreOptions } from '@platen/sql/postgres'
import { defineCollection, integer, nullable, text, withDefault } from '@platen/storage'

const unchanged = { code: text(), body: text({ long: true }), shelf: integer() }

/** A collection as processes of the version before declare it. */
export const before = defineCollection({
  name: 'leaflets',
  columns: { ...unchanged, title: text(), place: nullable(text()), old: text({ folded: true }) },
  indexes: { byShelf: { key: ['shelf'] }, byPlace: { key: ['place'] } },
  search: ['title'],
})

/** The same collection in the next version. */
export const after = defineCollection({
  name: 'leaflets',
  columns: {
    ...unchanged,
    title: text({ folded: true }),
    place: nullable(text({ folded: true })),
    old: text(),
    printer: withDefault(text({ folded: true }), 'Ä'),
  },
  unique: { code: ['code'] },
  indexes: { byShelf: { key: ['shelf', 'code'] }, byTitle: { key: [{ folded: 'title' }] } },
  search: ['title'],
})

/** How processes open the store: writes wait for a while. */
export const openLeaflets = (url: string, schema: string, options: Partial<PostgresStoreOptions> = {}) =>
  openPostgresStore({ url, schema, busyTimeout: 20_000, ...options })

/** The leaflet of a number. */
export const leaflet = (number: number) => ({
  code: `code ${number}`,
  title: `Ländliche Übersicht ${number}`,
  place: number % 3 === 0 ? null : `Gärten ${number % 100}`,
  body: `${number} `.repeat(100),
  shelf: number % 1000,
  old: 'Ö',
})
