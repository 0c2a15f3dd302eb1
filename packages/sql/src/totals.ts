import { createBoundedCache } from '@platen/core'
import type { AnyRecord } from '@platen/storage'
import type { Change, Changes, PendingChange } from './changes.js'
import type { Reads } from './reads.js'
import { type ImageTest, isKept } from './row-images.js'

/** The number of counted records. */
export interface Total {
  readonly number: number
  /** Where counting stopped, at the latest; may be infinite. */
  readonly upTo: number
  /** The data that the number depends on. */
  readonly reads: Reads
  /** Whether a record is counted, if the number depends only on the records of one table. */
  readonly test: ImageTest | undefined
  /** Whether the number can be brought up to date after changes that `test` does not decide. */
  readonly isRechecked: boolean
  /** Whether the number depends on nothing but the tables that are read, so that it can be saved with them. */
  readonly isSavable: boolean
}

/** A total that is worth saving. */
export interface LargeTotal {
  readonly key: string
  readonly number: number
  /** The names of the tables that the number depends on. */
  readonly tables: readonly string[]
}

/** A cached total, and the changes since it was counted. */
export interface KnownTotal extends Pick<Total, 'number' | 'upTo'> {
  readonly pending: readonly PendingChange[]
}

/**
 * Caches totals until the data that they depend on changes. Simple totals are adjusted to changes; others track pending
 * changes.
 */
export interface Totals {
  /** The total of a key, if it is still valid at this revision apart from pending changes. */
  get(revision: number, key: string): KnownTotal | undefined
  /** Caches a total that was counted at this revision, with nothing committed since. */
  set(revision: number, key: string, total: Total): void
  /** Must be called with the changes of each commit, before anything is counted after it. */
  committed(changes: Changes): void
  /** The savable totals of at least `least` records, valid at this revision, or at the one of the last count. */
  large(least: number, revision?: number): readonly LargeTotal[]
}

const MAX_BYTES = 2 * 1024 * 1024
/** The memory of a total besides its keys; a condition repeats their values. */
const BYTES = 512
const KEYS = 2
/** The number of totals of a table that survive writes to it: the most recently used ones. */
const FOLLOWED = 32
/** Totals with longer keys are not tracked: they are rarely requested again. */
const LONGEST_FOLLOWED = 2000
/** The maximum number of pending changes of a total, and the maximum length of stored texts of their records. */
const MAX_PENDING = 40
const LONGEST_TEXT = 200

/** A cached total: valid as long as the versions of its tables are theirs. */
interface Entry extends Total {
  readonly key: string
  number: number
  readonly versions: Map<string, number>
  readonly pending: PendingChange[]
}

/** Creates an empty cache of totals of at most `maxBytes`. */
export function createTotals(maxBytes = MAX_BYTES): Totals {
  const cache = createBoundedCache<Entry>(maxBytes)
  /** How often each table was written. */
  const versions = new Map<string, number>()
  /** By table, the valid totals that survive writes, the most recently used last. */
  const followed = new Map<string, Set<Entry>>()
  let at = Number.NaN

  const versionOf = (table: string) => versions.get(table) ?? 0

  const forget = (entry: Entry) => {
    for (const table of entry.versions.keys()) followed.get(table)?.delete(entry)
  }

  const follow = (entry: Entry) => {
    for (const table of entry.versions.keys()) {
      const entries = followed.get(table) ?? new Set()
      followed.set(table, entries)
      entries.delete(entry)
      entries.add(entry)
      for (const oldest of entries) {
        if (entries.size <= FOLLOWED) break
        entries.delete(oldest)
      }
    }
  }

  const isValid = (entry: Entry) => {
    for (const [table, version] of entry.versions) if (versionOf(table) !== version) return false
    return true
  }

  return {
    get(revision, key) {
      const entry = revision === at ? cache.get(key) : undefined
      if (entry === undefined || !isValid(entry)) return undefined
      if (key.length <= LONGEST_FOLLOWED) follow(entry)
      return entry
    },
    set(revision, key, total) {
      if (revision !== at) {
        cache.clear()
        followed.clear()
      }
      at = revision
      const replaced = cache.get(key)
      if (replaced !== undefined) forget(replaced)
      const tables = [...total.reads.keys()]
      const versionsNow = new Map(tables.map(table => [table, versionOf(table)]))
      const entry: Entry = { ...total, key, versions: versionsNow, pending: [] }
      cache.set(key, entry, BYTES + KEYS * 2 * key.length)
      if (key.length <= LONGEST_FOLLOWED) follow(entry)
    },
    committed(changes) {
      for (const [table, all] of changes) {
        const version = versionOf(table)
        versions.set(table, version + 1)
        for (const entry of followed.get(table) ?? []) {
          if (all !== undefined && adjust(entry, table, all)) entry.versions.set(table, version + 1)
          else forget(entry)
        }
      }
    },
    large(least, revision = at) {
      if (revision !== at) return []
      const entries = new Set([...followed.values()].flatMap(entries => [...entries]))
      return [...entries]
        .filter(({ number, isSavable, pending }) => isSavable && number >= least && pending.length === 0)
        .filter(isValid)
        .map(({ key, number, versions }) => ({ key, number, tables: [...versions.keys()] }))
    },
  }
}

/** Adjusts a total to changes of a table, or records them as pending; `false` if the new total is unknown. */
function adjust(entry: Entry, table: string, changes: readonly Change[]): boolean {
  const { reads, test, isRechecked } = entry
  const read = reads.get(table)
  let difference = 0
  for (const { fields, images } of changes) {
    const relevant = fields?.filter(field => read?.has(field))
    if (relevant?.length === 0) continue
    const known = images?.()
    if (known === undefined) return false
    if (relevant?.every(field => isKept(known, field))) continue
    if (test === undefined) {
      if (!isRechecked || read === undefined || entry.pending.length >= MAX_PENDING) return false
      entry.pending.push({ table, before: partOf(known.before, read), after: partOf(known.after, read) })
      continue
    }
    const before = known.before !== undefined && test(known.before)
    const after = known.after !== undefined && test(known.after)
    if (before === undefined || after === undefined) return false
    difference += Number(after) - Number(before)
  }
  const number = shifted(entry, difference)
  if (number === undefined) return false
  entry.number = number
  return true
}

/** A total changed by a difference; `undefined` if the new total is unknown. */
export function shifted({ number, upTo }: Pick<Total, 'number' | 'upTo'>, difference: number): number | undefined {
  // A total that was not counted to the end can only grow.
  if (number >= upTo) return number === upTo && difference >= 0 ? number : undefined
  return number + difference < 0 ? undefined : Math.min(upTo, number + difference)
}

/** The id of a record and some of its fields, without long texts. */
function partOf(record: AnyRecord | undefined, fields: ReadonlySet<string>): AnyRecord | undefined {
  if (record === undefined) return undefined
  const part: Record<string, unknown> = {}
  for (const field of fields) {
    const value = record[field]
    const isShort = typeof value === 'string' ? value.length <= LONGEST_TEXT : typeof value !== 'object'
    if (isShort || value === null) part[field] = value
  }
  const { id, version } = record
  return { ...part, id, version }
}
