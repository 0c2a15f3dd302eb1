import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cmsDialect, createSite, type Site } from '@platen/site'
import { openSqliteStore, type SqliteStoreOptions } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import Database from 'better-sqlite3'
import { plainHasher } from '../sample-site.js'

/** The numbers of posts on the large site, and on the small site that it is measured against. */
export const MILLION = 1_000_000
export const THOUSAND = 1000

/** The sample posts are an hour apart: with a million posts, only a later date keeps all changed posts published. */
export const AFTER_ALL = Date.UTC(2020, 0, 1) + (MILLION + 1) * 3600_000

/** Increased when the storage layout of filled sites changes. */
const LAYOUT = 2

const bench = fileURLToPath(new URL('..', import.meta.url))
const folder = join(bench, '../../bench')

/**
 * The path of a SQLite file with a site of the given number of posts, each with a category and two tags. It is filled
 * on first use, which takes minutes for a million posts, and shared by all benches until the schema or its contents
 * change: only read it, and write to a `copyOf` it.
 */
export function filledSite(posts: number): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${posts}-${fillRevision()}.sqlite`)
  if (existsSync(path)) return path
  for (const stale of readdirSync(folder).filter(name => name.startsWith(`${posts}-`))) rmSync(join(folder, stale))
  console.log(`filling a site with ${posts} posts ...`)
  const partial = join(folder, `${posts}-partial-${process.pid}.sqlite`)
  fill(partial, posts)
  renameSync(partial, path)
  return path
}

/** A copy of a site's file that a bench may write to; `remove` deletes it. */
export function copyOf(path: string): { path: string; remove(): void } {
  const copy = join(folder, `copy-${process.pid}-${copies++}.sqlite`)
  // SQLite would use the log of a killed process for the copy.
  removeDatabase(copy)
  copyFileSync(path, copy, constants.COPYFILE_FICLONE)
  // Otherwise the disk would be busy with the copy while its first writes are measured.
  const descriptor = openSync(copy, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  return { path: copy, remove: () => removeDatabase(copy) }
}
let copies = 0

/** Opens the site of a file at a time after its posts, with nothing cached. The login is `admin`, the password `x`. */
export async function openFilled(
  path: string,
  options: Pick<SqliteStoreOptions, 'synchronous' | 'onStatement'> = {},
): Promise<{ site: Site; store: Store; close(): Promise<void> }> {
  // Benches read for seconds without yielding to the event loop.
  const statementTimeout = Number.POSITIVE_INFINITY
  const store = await openSqliteStore({ statementTimeout, ...options, path, mustExist: true })
  const services = { passwords: plainHasher, clock: () => AFTER_ALL }
  const site = createSite({ store, url: 'http://127.0.0.1', dialect: cmsDialect, services, renderCache: false })
  await site.ready()
  return { site, store, close: () => store.close() }
}

/** Fills the file in another process, because its heap would affect the measurement. */
function fill(path: string, posts: number): void {
  execFileSync(process.execPath, [join(bench, 'fill-site.js'), path, String(posts)], { stdio: 'inherit' })
}

/** A revision that changes with the schema of new sites, and with the code that fills them. */
function fillRevision(): string {
  const path = join(folder, `empty-${process.pid}.sqlite`)
  fill(path, 0)
  const database = new Database(path, { readonly: true })
  const schema = database.prepare('select name, sql from sqlite_master order by name').all()
  database.close()
  removeDatabase(path)
  const hash = createHash('sha256').update(JSON.stringify([schema, LAYOUT]))
  return hash
    .update(readFileSync(join(bench, 'sample-site.js')))
    .digest('hex')
    .slice(0, 12)
}

function removeDatabase(path: string): void {
  for (const name of readdirSync(dirname(path)))
    if (join(dirname(path), name).startsWith(path)) rmSync(join(dirname(path), name), { force: true })
}
