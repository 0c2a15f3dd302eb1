import { createHash } from 'node:crypto'
import { RestError } from '@platen/core'
import { type AnyRecord, conditionBuilder, type FillingProgress, fillInBatches, forgetFilling } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { type MetaObjects, metaObjects, subtypesOf } from '../meta-objects.js'
import { indexObjects } from './index-writes.js'
import { type IndexedKey, indexedKeysOf } from './indexed-keys.js'

/** The option with the fingerprints of the keys that are indexed, by their ids. */
const OPTION = 'indexed_meta'

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
    for (const { kind, subtype, keys } of all) {
      const open = keys.filter(key => !isIndexed(indexed, key))
      if (open.length > 0) await fillKeys(site, kind, subtype, open, signal)
    }
    const known = new Set(all.flatMap(({ keys }) => keys.map(({ id }) => id)))
    if ([...indexed.keys()].some(id => !known.has(id))) await forgetOthers(site, known)
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
      await Promise.race([running, new Promise<void>(resolve => setTimeout(resolve, START))])
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
  const fill = (objects: readonly { readonly id: number }[], store: Parameters<typeof indexObjects>[0]['store']) =>
    indexObjects(
      { site, store },
      kind,
      subtype,
      objects.map(({ id }) => id),
      keys,
    )
  await fillInBatches(site.store, { name, collection, fields: [], where, fill }, { onProgress, signal })
  await inTransaction(site, async ({ store }) => {
    const indexed = new Map(readIndexed(await store.options.get(OPTION)))
    for (const { id, fingerprint } of keys) indexed.set(id, fingerprint)
    await store.options.set(OPTION, Object.fromEntries(indexed))
    await forgetFilling(store, name)
  })
  logger.info({ keys: ids }, 'indexed meta')
}

/**
 * Forgets that keys are indexed which are no longer declared: they have to be indexed again if they are declared later,
 * because nothing maintains them meanwhile.
 */
async function forgetOthers(site: SiteContext, known: ReadonlySet<string>): Promise<void> {
  await inTransaction(site, async ({ store }) => {
    const indexed = [...readIndexed(await store.options.get(OPTION))].filter(([id]) => known.has(id))
    await store.options.set(OPTION, Object.fromEntries(indexed))
  })
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

/** Throws a 503 `rest_index_incomplete` unless the values of a key are indexed. */
export async function requireComplete(site: SiteContext, key: IndexedKey): Promise<void> {
  if (isIndexed(indexedIn(await site.options()), key)) return
  // Another process may have begun and stopped.
  void site.get(indexFilling).start()
  throw new RestError('rest_index_incomplete', `The values of "${key.name}" are still being indexed.`, 503)
}
