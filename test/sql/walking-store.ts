import { createSqlStore, type TextSearch } from '@platen/sql'
import type { Store } from '@platen/storage'
import { sql } from 'kysely'
import { otherDialect } from './other-dialect.js'

const { sqliteSearch }: { readonly sqliteSearch: TextSearch } = await import(
  new URL('../../../packages/sql/dist/sqlite/search.js', import.meta.url).href
)

/** A store with an index of texts that takes every word for one that many texts have. */
export function openWalkingStore(path: string): Promise<Store> {
  const dialect = otherDialect(path)
  const capabilities = { ...dialect.capabilities, listParameters: 8, matchesGathered: 0 }
  // Only the connections of `openSqliteStore` index what is pending.
  const create: TextSearch['create'] = texts => [
    ...sqliteSearch.create(texts),
    sql`drop trigger ${sql.id(`${texts.name}_noted`)}`,
  ]
  return createSqlStore({ dialect: { ...dialect, search: { ...sqliteSearch, create }, capabilities } })
}
