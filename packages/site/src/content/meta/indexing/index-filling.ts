import { RestError } from '@platen/core'
import type { AnyCollection, BaseRecord, Condition, StoreSession } from '@platen/storage'
import { conditionBuilder } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { indexedMetaIn, whereIndexedMeta } from '../../../kernel/records/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { type MetaObjects, metaObjects, subtypesOf } from '../meta-objects.js'
import { indexObjects } from './index-writes.js'
import { type IndexedKey, indexedKeysOf, reverseOf } from './indexed-keys.js'

/** The option with the state of the index, by the ids of keys. */
const OPTION = 'indexed_meta'

/** How far a key is indexed. */
interface KeyState {
  readonly fingerprint: string
  /** The objects up to this id are indexed; all if it is absent. */
  readonly after?: number
}

type IndexState = ReadonlyMap<string, KeyState>

/** Fills the index of keys that were declared when there were objects already. */
export interface IndexFilling {
  /** Starts to fill what is incomplete, and resolves when that is done or a moment has passed; the rest follows. */
  start(): Promise<void>
  /** Stops after the current batch. */
  stop(): void
}

/** The number of objects that one transaction indexes, and that of the rows of undeclared keys that it removes. */
const BATCH = 500
const REMOVED = 5000
/** How long the start of a site waits for the index, in milliseconds. */
const START = 1000
/** The longest pause after a batch, so that others can write, in milliseconds. */
const PAUSE = 100
/** How often the progress is logged, in milliseconds. */
const REPORT = 10_000

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** The filling of a site's index. */
export const indexFilling = registrationKey('filling of the index', createIndexFilling)

function createIndexFilling(site: SiteContext): IndexFilling {
  let isStopped = false
  let running: Promise<void> | undefined

  const run = async () => {
    const { logger } = site.services
    if (isUpToDate(site, stateIn(await site.options()))) return
    let objects = 0
    let reported = Date.now()
    for (;;) {
      const began = performance.now()
      const batch = await inTransaction(site, tx => fillBatch(site, tx.store), undefined, { grouped: false })
      if (batch === undefined) return
      objects += batch.objects
      if (isStopped || batch.isLast) break
      if (Date.now() - reported >= REPORT) {
        logger.info({ objects, keys: batch.keys, after: batch.after }, 'indexing meta')
        reported = Date.now()
      }
      await pause(Math.min(PAUSE, performance.now() - began))
    }
    if (objects > 0) logger.info({ objects }, isStopped ? 'indexing meta stopped' : 'indexed meta')
  }

  return {
    async start() {
      if (isStopped) return
      running ??= run()
        .catch(error => site.services.logger.error({ err: error }, 'meta could not be indexed'))
        .finally(() => {
          running = undefined
        })
      await Promise.race([running, pause(START)])
    },
    stop() {
      isStopped = true
    },
  }
}

/** A batch of work on the index. */
interface Batch {
  readonly objects: number
  readonly keys: readonly string[]
  readonly after: number
  /** Whether nothing is left to do. */
  readonly isLast: boolean
}

/** Indexes some objects, or removes what is left of undeclared keys; `undefined` if there is nothing to do. */
async function fillBatch(site: SiteContext, store: StoreSession): Promise<Batch | undefined> {
  const state = new Map(readState(await store.options.get(OPTION)))
  const save = () => store.options.set(OPTION, Object.fromEntries(state))
  const all = declared(site)
  for (const { kind, subtype, keys } of all) {
    const open = keys.filter(key => !isComplete(state, key))
    if (open.length === 0) continue
    const after = Math.min(...open.map(key => progressOf(state, key)))
    const ids = await objectsAfter(store, kind, subtype, after)
    // The key may have referred to other objects.
    if (after === 0) await indexedMetaIn(store).removeWhere(whereIndexedMeta.in('key', open.map(reverseOf)))
    await indexObjects({ site, store }, kind.name, subtype, ids, open)
    const last = ids.length < BATCH ? undefined : ids.at(-1)
    for (const { id, fingerprint } of open)
      state.set(id, last === undefined ? { fingerprint } : { fingerprint, after: last })
    await save()
    const isLast = isUpToDate(site, state)
    return { objects: ids.length, keys: open.map(({ id }) => id), after: last ?? after, isLast }
  }
  const known = new Set(all.flatMap(({ keys }) => keys.map(({ id }) => id)))
  const undeclared = [...state.keys()].find(id => !known.has(id))
  if (undeclared === undefined) return undefined
  const { in: isIn } = whereIndexedMeta
  const indexed = indexedMetaIn(store)
  const where = isIn('key', [undeclared, reverseOf({ id: undeclared })])
  const rows = await indexed.pick([], { where, limit: REMOVED })
  if (rows.length > 0)
    await indexed.removeWhere(
      isIn(
        'id',
        rows.map(({ id }) => id),
      ),
    )
  // A process that declares it again has to index it again, because this one does not maintain it.
  if (rows.length < REMOVED) state.delete(undeclared)
  else state.set(undeclared, { fingerprint: '', after: 0 })
  await save()
  return { objects: 0, keys: [undeclared], after: 0, isLast: isUpToDate(site, state) }
}

/** The ids of the next objects of a subtype. */
async function objectsAfter(
  store: StoreSession,
  { collection, subtype: field }: MetaObjects,
  subtype: string,
  after: number,
): Promise<readonly number[]> {
  const where = conditionBuilder<BaseRecord & Record<string, unknown>>(collection.name)
  const ofSubtype: Condition<never> | undefined = field === undefined ? undefined : where.eq(field, subtype)
  const objects: AnyCollection = store.collection(collection)
  const found = await objects.pick([], {
    where: where.and(where.gt('id', after), ofSubtype),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
    limit: BATCH,
  })
  return found.map(({ id }) => id)
}

/** The declared keys of all subtypes. */
const declared = (site: SiteContext) =>
  site
    .get(metaObjects)
    .flatMap(kind =>
      subtypesOf(site, kind).map(subtype => ({ kind, subtype, keys: indexedKeysOf(site, kind.name, subtype) })),
    )

const isComplete = (state: IndexState, { id, fingerprint }: IndexedKey): boolean => {
  const known = state.get(id)
  return known?.fingerprint === fingerprint && known.after === undefined
}

const progressOf = (state: IndexState, { id, fingerprint }: IndexedKey): number => {
  const known = state.get(id)
  return known?.fingerprint === fingerprint ? (known.after ?? 0) : 0
}

/** Whether all declared keys are indexed, and no others. */
function isUpToDate(site: SiteContext, state: IndexState): boolean {
  const keys = declared(site).flatMap(each => each.keys)
  return keys.length === state.size && keys.every(key => isComplete(state, key))
}

function readState(value: unknown): IndexState {
  if (!isMap(value)) return new Map()
  const entries = Object.entries(value).flatMap(([id, each]) => {
    if (!isMap(each) || typeof each['fingerprint'] !== 'string') return []
    const { fingerprint, after } = each
    return [[id, typeof after === 'number' ? { fingerprint, after } : { fingerprint }] as const]
  })
  return new Map(entries)
}

const stateIn = (options: OptionSnapshot): IndexState => options.derived(stateOf)
const stateOf = (options: OptionSnapshot): IndexState => readState(options.get(OPTION))

/** Whether the values of a key are indexed. */
export const isFilled = async (site: SiteContext, key: IndexedKey): Promise<boolean> =>
  isComplete(stateIn(await site.options()), key)

/** Throws a 503 `rest_index_incomplete` unless the values of a key are indexed. */
export async function requireComplete(site: SiteContext, key: IndexedKey): Promise<void> {
  if (await isFilled(site, key)) return
  // Another process may have begun and stopped.
  void site.get(indexFilling).start()
  throw new RestError('rest_index_incomplete', `The values of "${key.name}" are still being indexed.`, 503)
}
