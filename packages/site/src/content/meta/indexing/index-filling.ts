import { createHash } from 'node:crypto'
import { RestError } from '@platen/core'
import {
  type AnyRecord,
  conditionBuilder,
  type FillingProgress,
  fillInBatches,
  fillings,
  forgetFilling,
  type StoreSession,
} from '@platen/storage'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { indexedMetaIn, whereIndexedMeta } from '../../../kernel/records/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { withTimeLimit } from '../../../kernel/time/index.js'
import { type MetaObjects, metaObjects, subtypesOf } from '../meta-objects.js'
import { indexObjects } from './index-writes.js'
import { type IndexedKey, indexedKeysOf, reverseOf } from './indexed-keys.js'
import { type SharedClaim, sharedClaims, storedClaims } from './unique-values.js'

/** The option with the fingerprints of the keys that are indexed, by their ids; with a prefix, of those that are being indexed. */
const OPTION = 'indexed_meta'
const BEGUN = 'begun '

type IndexedKeys = ReadonlyMap<string, string>

/** Fills the index of keys that were declared when there were objects already. */
export interface IndexFilling {
  /** Starts to fill what is incomplete, and resolves when that is done or a moment has passed; the rest follows. */
  start(): Promise<void>
  /** Stops after the current batch. */
  stop(): void
}

/** How long the start of a site waits for the index, in milliseconds. */
const START = 1000
/** The most pairs of objects with the same value of a unique key that are logged. */
const MOST_REPORTED = 10
/** How often the progress is logged, in milliseconds. */
const REPORT = 10_000

/** The filling of a site's index. */
export const indexFilling = registrationKey('filling of the index', createIndexFilling)

function createIndexFilling(site: SiteContext): IndexFilling {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  const run = async () => {
    const indexed = indexedIn(await site.options())
    const all = declared(site)
    const fingerprints = new Map(all.flatMap(({ keys }) => keys.map(({ id, fingerprint }) => [id, fingerprint])))
    if (![...indexed].every(isDeclaredIn(fingerprints))) await forgetOthers(site, fingerprints)
    for (const { kind, subtype, keys } of all) {
      const open = keys.filter(key => !isIndexed(indexed, key))
      if (open.length > 0) await fillKeys(site, kind, subtype, open, signal)
    }
  }

  return {
    async start() {
      if (signal.aborted) return
      running ??= run()
        .catch(error => {
          if (!signal.aborted) site.services.logger.error({ err: error }, 'meta could not be indexed')
        })
        .finally(() => {
          running = undefined
        })
      await withTimeLimit(START, running, () => undefined)
    },
    stop: () => stopping.abort(),
  }
}

/** Indexes the values of some keys of all objects of a subtype. */
async function fillKeys(
  site: SiteContext,
  { name: kind, collection, subtype: field }: MetaObjects,
  subtype: string,
  keys: readonly IndexedKey[],
  signal: AbortSignal,
): Promise<void> {
  const { logger } = site.services
  const ids = keys.map(({ id }) => id)
  const digest = createHash('sha256').update(JSON.stringify(keys.map(({ id, fingerprint }) => [id, fingerprint])))
  const name = `indexed meta ${digest.digest('base64url')}`
  let reported = Date.now()
  const onProgress = ({ position, last }: FillingProgress) => {
    if (Date.now() - reported < REPORT) return
    logger.info({ keys: ids, position, last }, 'indexing meta')
    reported = Date.now()
  }
  const where = field === undefined ? undefined : conditionBuilder<AnyRecord>(collection.name).eq(field, subtype)
  const unique = keys.filter(({ key }) => key.unique)
  const shared: SharedClaim[] = []
  const fill = async (records: readonly { readonly id: number }[], store: StoreSession) => {
    const objects = records.map(({ id }) => id)
    await indexObjects({ site, store }, kind, subtype, objects, keys)
    if (shared.length >= MOST_REPORTED) return
    const found = await sharedClaims(store, await storedClaims(site, store, unique, objects))
    for (const claim of found) if (claim.object > claim.other) shared.push(claim)
  }
  await beginFilling(site, name, keys)
  await fillInBatches(site.store, { name, collection, fields: [], where, fill }, { onProgress, signal })
  await inTransaction(site, async ({ store }) => {
    const indexed = new Map(readIndexed(await store.options.get(OPTION)))
    for (const { id, fingerprint } of keys) indexed.set(id, fingerprint)
    await store.options.set(OPTION, Object.fromEntries(indexed))
    await forgetFilling(store, name)
  })
  logger.info({ keys: ids }, 'indexed meta')
  if (shared.length === 0) return
  const duplicates = shared
    .slice(0, MOST_REPORTED)
    .map(({ key, object, other }) => ({ key: key.id, objects: [other, object] }))
  logger.warn({ duplicates }, 'values of unique meta keys occur more than once: they stay until they are changed')
}

/**
 * Notes that keys are being indexed. An interrupted filling is only resumed if its keys have been declared ever since: nothing
 * maintains what it has filled otherwise.
 */
async function beginFilling(site: SiteContext, name: string, keys: readonly IndexedKey[]): Promise<void> {
  await site.store.prepare([fillings])
  await inTransaction(site, async ({ store }) => {
    const indexed = new Map(readIndexed(await store.options.get(OPTION)))
    const isDeclared = isDeclaredIn(new Map(keys.map(({ id, fingerprint }) => [id, fingerprint])))
    const fresh = keys.filter(({ id }) => !isDeclared([id, indexed.get(id)]))
    if (fresh.length === 0) return
    for (const { id, fingerprint } of fresh) indexed.set(id, `${BEGUN}${fingerprint}`)
    await store.options.set(OPTION, Object.fromEntries(indexed))
    await forgetFilling(store, name)
  })
}

/**
 * Forgets that keys are indexed which are no longer declared, or in another way: they have to be indexed again if they are
 * declared later, because nothing maintains them meanwhile. The objects that they referred to would keep their rows.
 */
async function forgetOthers(site: SiteContext, fingerprints: IndexedKeys): Promise<void> {
  await inTransaction(site, async ({ store }) => {
    const indexed = [...readIndexed(await store.options.get(OPTION))]
    const isDeclared = isDeclaredIn(fingerprints)
    const others = indexed.filter(each => !isDeclared(each)).map(([id]) => reverseOf({ id }))
    await indexedMetaIn(store).removeWhere(whereIndexedMeta.in('key', others))
    await store.options.set(OPTION, Object.fromEntries(indexed.filter(isDeclared)))
  })
}

/** Whether a key is indexed, or being indexed, as it is declared. */
const isDeclaredIn =
  (declaredKeys: IndexedKeys) =>
  ([id, stored]: readonly [id: string, stored: string | undefined]): boolean => {
    const fingerprint = declaredKeys.get(id)
    return fingerprint !== undefined && (stored === fingerprint || stored === `${BEGUN}${fingerprint}`)
  }

/** The declared keys of all subtypes. */
const declared = (site: SiteContext) =>
  site
    .get(metaObjects)
    .flatMap(kind =>
      subtypesOf(site, kind).map(subtype => ({ kind, subtype, keys: indexedKeysOf(site, kind.name, subtype) })),
    )

const isIndexed = (indexed: IndexedKeys, { id, fingerprint }: IndexedKey) => indexed.get(id) === fingerprint

const readIndexed = (value: unknown): IndexedKeys =>
  new Map(Object.entries(isMap(value) ? value : {}).map(([id, fingerprint]) => [id, String(fingerprint)]))

const indexedIn = (options: OptionSnapshot): IndexedKeys => options.derived(indexedOf)
const indexedOf = (options: OptionSnapshot): IndexedKeys => readIndexed(options.get(OPTION))

/** Whether the values of a key are indexed. */
export const isFilled = async (site: SiteContext, key: IndexedKey): Promise<boolean> =>
  isIndexed(indexedIn(await site.options()), key)

/** Throws a 503 `rest_index_incomplete` unless the values of a key are indexed. */
export async function requireComplete(site: SiteContext, key: IndexedKey): Promise<void> {
  if (await isFilled(site, key)) return
  // Another process may have begun and stopped.
  void site.get(indexFilling).start()
  throw new RestError('rest_index_incomplete', `The values of "${key.name}" are still being indexed.`, 503)
}
