import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore, type SqliteStoreOptions } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import { temporaryFolder } from '../temporary-folder.js'
import { builtInCollections } from './built-in-collections.js'

let template: Promise<Buffer> | undefined

/**
 * Opens a new store in a SQLite file: a copy of one without records, since making the tables takes longer than many a test. It
 * does not wait for the disk, since no test cuts the power. Its queries have more time than usual, for busy machines.
 */
export async function openNewFile(path: string, options: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  template ??= makeTemplate()
  writeFileSync(path, await template)
  return openSqliteStore({ statementTimeout: 60_000, ...options, path, synchronous: 'normal' })
}

async function makeTemplate(): Promise<Buffer> {
  const folder = temporaryFolder('template')
  const path = join(folder, 'template.sqlite')
  const store = await openSqliteStore({ path })
  await store.prepare(builtInCollections)
  await store.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
