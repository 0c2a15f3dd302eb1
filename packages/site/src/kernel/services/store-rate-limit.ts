import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { createMutex, type Store } from '@platen/storage'
import type { RateLimit, RateLimitRule, RateLimitUse } from './rate-limit.js'
import { regain, shortKey, type Usage, use, waitOf } from './rate-limit-usage.js'
import { createSharedCounts } from './shared-counts.js'

/** The options of `createStoreRateLimit`. */
export interface StoreRateLimitOptions {
  /** The current time in milliseconds since the Unix epoch. */
  readonly clock?: (() => number) | undefined
  /** The maximum number of keys, in the store and in memory; 50,000 by default. */
  readonly maxKeys?: number | undefined
  /** How often a process stores its counts, and reads those of others, in milliseconds; 1,000 by default. */
  readonly interval?: number | undefined
}

const limitChecks: OptionChecks<StoreRateLimitOptions> = {
  clock: checks.callable,
  maxKeys: checks.integer(1),
  interval: checks.integer(1),
}

/** What a process knows about a key. */
interface Entry {
  readonly key: string
  rule: RateLimitRule
  /** What the store had at `readAt`, without what has been regained since then. */
  stored: Usage
  /** The record as it was read. */
  record?: Usage | undefined
  readAt: number
  /** The uses of this process that are not stored yet; negative for refunds. */
  own: Usage
  /** While it is read, and while it is written. */
  reading?: Promise<void> | undefined
  isWriting?: boolean
}

/** The usage that a record says; an unchanged one must not begin to regain uses again after the clock was set back. */
function usageIn(record: Usage, { record: before, stored }: Entry): Usage {
  const isSame = record.count === before?.count && record.since === before.since && record.until === before.until
  return { ...(isSame ? stored : record) }
}

const unused = (): Usage => ({ count: 0, since: 0, until: 0 })

/** The most keys that one transaction writes. */
const MAX_BATCH = 500

/** All uses of an entry. */
function totalOf({ stored, own, rule }: Entry, now: number): Usage {
  regain(stored, rule, now)
  if (own.count > 0) regain(own, rule, now)
  if (own.count === 0) return { ...stored }
  if (stored.count === 0 && own.count > 0) return { ...own }
  return {
    count: Math.max(0, stored.count + own.count),
    since: own.count > 0 ? Math.min(stored.since, own.since) : stored.since,
    until: own.count > 0 ? Math.max(stored.until, own.until) : 0,
  }
}

/** A use that takes as many seconds to be regained is rare: counting it costs little. */
const RARE = 10

/** Whether processes may hardly exceed a rule together: those of guesses and mails, not those of floods. */
const isStrict = ({ delay, seconds }: RateLimitRule): boolean => delay !== undefined || seconds >= RARE

/**
 * Whether other processes must know of the uses: of strict rules always, of others once they are a quarter of the burst, so
 * that clients far below their limit cost nothing.
 */
const isShared = ({ rule }: Entry, { count }: Usage): boolean => isStrict(rule) || count >= Math.floor(rule.burst / 4)

/** Whether the next use is counted in the store before it is allowed: for strict rules, from a quarter of the burst on. */
const isExact = ({ rule }: Entry, { count }: Usage): boolean => isStrict(rule) && count + 1 >= rule.burst / 4

/**
 * Creates a rate limit whose counts are in the store of a site, so that all of its processes count together. Rules with a
 * delay, and those that regain a use in ten seconds or more, are strict: their counts are read from the store at most once
 * per key and interval, and written together at the end of an interval; from a quarter of the burst on, each use is counted
 * in the store before it is allowed. Uses of other rules stay in memory up to a quarter of the burst, and are then written and
 * read once per interval. Each process may therefore allow some uses too many within an interval: up to a quarter of the burst
 * of a strict rule, and the burst of others. Throws a `RangeError` for unknown and invalid options.
 */
export function createStoreRateLimit(store: Store, options: StoreRateLimitOptions = {}): RateLimit {
  requireOptions('createStoreRateLimit', options, limitChecks)
  const { clock = Date.now, maxKeys = 50_000, interval = 1_000 } = options
  const shared = createSharedCounts(store, maxKeys)
  const exclusive = createMutex()
  /** The keys, the most recently used last. */
  const entries = new Map<string, Entry>()
  const unstored = new Set<Entry>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const entryOf = ({ key, rule }: Pick<RateLimitUse, 'key' | 'rule'>): Entry => {
    const name = shortKey(key)
    const entry = entries.get(name) ?? {
      key: name,
      rule,
      stored: unused(),
      readAt: Number.NEGATIVE_INFINITY,
      own: unused(),
    }
    entry.rule = rule
    entries.delete(name)
    entries.set(name, entry)
    for (const [oldest] of entries) {
      if (entries.size <= maxKeys) break
      entries.delete(oldest)
    }
    return entry
  }
  const waitFor = (all: readonly Entry[], now: number): number =>
    all.reduce((longest, entry) => Math.max(longest, waitOf(totalOf(entry, now), entry.rule, now)), 0)

  const isOutdated = ({ readAt }: Entry, now: number) => now - readAt >= interval || now < readAt

  async function load(all: readonly Entry[]): Promise<void> {
    try {
      const now = clock()
      const rows = await shared.read(all.map(({ key }) => key))
      for (const entry of all) {
        const record = rows.get(entry.key) ?? unused()
        entry.stored = usageIn(record, entry)
        entry.record = record
        entry.readAt = now
      }
    } finally {
      for (const entry of all) entry.reading = undefined
    }
  }
  /** Reads entries, once for concurrent uses. */
  async function read(all: readonly Entry[]): Promise<void> {
    const unread = all.filter(({ reading }) => reading === undefined)
    if (unread.length > 0) {
      const reading = load(unread)
      for (const entry of unread) entry.reading = reading
    }
    await Promise.all(new Set(all.map(({ reading }) => reading)))
  }

  /**
   * Adds the uses of this process to those in the store, and takes one more of each if `takes` and nobody has to wait.
   * Resolves with the milliseconds to wait.
   */
  async function exchange(all: readonly Entry[], takes: boolean): Promise<number> {
    const own = new Map(all.map(entry => [entry, { ...entry.own }]))
    for (const entry of all) entry.isWriting = true
    const now = clock()
    let wait = 0
    const states = await shared
      .change(
        all.map(({ key }) => key),
        rows => {
          const changed = new Map<string, { readonly usage: Usage; readonly rule: RateLimitRule }>()
          const states = all.map(entry => {
            const usage = usageIn(rows.get(entry.key) ?? unused(), entry)
            regain(usage, entry.rule, now)
            const { count, until } = own.get(entry) ?? unused()
            if (count > 0) {
              use(usage, entry.rule, now, count)
              usage.until = Math.max(usage.until, until)
            } else if (count < 0) {
              usage.count = Math.max(0, usage.count + count)
              usage.until = 0
            }
            if (count !== 0) changed.set(entry.key, { usage, rule: entry.rule })
            return { entry, usage }
          })
          wait = takes
            ? states.reduce((longest, { entry, usage }) => Math.max(longest, waitOf(usage, entry.rule, now)), 0)
            : 0
          for (const { entry, usage } of states) {
            if (!takes || wait > 0) continue
            use(usage, entry.rule, now)
            changed.set(entry.key, { usage, rule: entry.rule })
          }
          return { changed, states: new Map(states.map(({ entry, usage }) => [entry.key, usage])) }
        },
        now,
      )
      .finally(() => {
        for (const entry of all) entry.isWriting = false
      })
    for (const entry of all) {
      entry.stored = states.get(entry.key) ?? unused()
      entry.record = undefined
      entry.readAt = now
      // It may have been used meanwhile.
      entry.own.count -= own.get(entry)?.count ?? 0
      if (entry.own.count === 0) entry.own = unused()
    }
    return wait
  }

  const flush = () =>
    exclusive(async () => {
      timer = undefined
      for (const entry of unstored) if (entry.own.count === 0) unstored.delete(entry)
      const pending = [...unstored]
      for (let at = 0; at < pending.length; at += MAX_BATCH) {
        const batch = pending.slice(at, at + MAX_BATCH)
        await exchange(batch, false)
        for (const entry of batch) if (entry.own.count === 0) unstored.delete(entry)
      }
      if (unstored.size > 0) storeSoon()
      if (pending.length > 0) await shared.clean(clock())
    })
  const note = (entry: Entry) => {
    unstored.add(entry)
    for (const oldest of unstored) {
      if (unstored.size <= maxKeys) break
      unstored.delete(oldest)
    }
    storeSoon()
  }
  const storeSoon = () => {
    // What cannot be stored now is stored after the next use.
    timer ??= setTimeout(() => void flush().catch(() => {}), interval)
    // The timer must not keep the process alive; some runtimes return a number.
    if (typeof timer === 'object') timer.unref()
  }
  const takeOwn = (entry: Entry, now: number) => {
    const total = totalOf(entry, now)
    use(total, entry.rule, now)
    if (entry.own.count <= 0) entry.own.since = now
    entry.own.count++
    entry.own.until = total.until
    if (isShared(entry, total)) note(entry)
  }

  return Object.freeze<RateLimit>({
    async take(uses) {
      const all = uses.map(entryOf)
      const outdated = all.filter(entry => isOutdated(entry, clock()) && isShared(entry, totalOf(entry, clock())))
      if (outdated.length > 0) await read(outdated)
      const now = clock()
      const wait = waitFor(all, now)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      if (all.some(entry => isExact(entry, totalOf(entry, now)))) {
        const exactWait = await exclusive(async () => waitFor(all, clock()) || exchange(all, true))
        return { retryAfter: Math.ceil(exactWait / 1000) }
      }
      for (const entry of all) takeOwn(entry, now)
      return { retryAfter: 0 }
    },
    async refund(uses) {
      const now = clock()
      for (const each of uses) {
        const entry = entryOf(each)
        if (totalOf(entry, now).count === 0) continue
        entry.own.count--
        entry.own.until = 0
        entry.stored.until = 0
        if (entry.own.count < 0) note(entry)
      }
    },
    async clear(keys) {
      const stored: string[] = []
      const forget = (name: string) => {
        const entry = entries.get(name)
        if (entry !== undefined) unstored.delete(entry)
        entries.delete(name)
      }
      for (const name of keys.map(shortKey)) {
        const entry = entries.get(name)
        const isUnstored =
          entry !== undefined && !isOutdated(entry, clock()) && entry.stored.count === 0 && !entry.isWriting
        if (isUnstored) forget(name)
        else stored.push(name)
      }
      if (stored.length === 0) return
      await exclusive(async () => {
        for (const name of stored) forget(name)
        await shared.remove(stored)
      })
    },
  })
}
