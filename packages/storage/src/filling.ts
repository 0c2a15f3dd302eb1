import { boolean, integer, text } from './collections/columns.js'
import { type CollectionDefinition, defineCollection, type RecordOf } from './collections/define-collection.js'
import type { Condition, FieldOf } from './queries/query.js'
import type { Store, StoreSession, StoreTransaction, TransactionOptions } from './store.js'
import { StoreError } from './store-error.js'

/** How far each filling has come: up to which id, and whether that was the last one. */
export const fillings = defineCollection({
  name: 'platenFillings',
  columns: { name: text(), position: integer(), complete: boolean() },
  unique: { name: ['name'] },
  size: 100,
})

/**
 * Derives something from all records of a collection, such as the entries of an index: in small transactions, so that others
 * read and write meanwhile.
 */
export interface Filling<
  D extends CollectionDefinition,
  F extends FieldOf<RecordOf<D>>,
  T extends StoreTransaction = StoreTransaction,
> {
  /** Under which its position is stored. Another name begins anew. */
  readonly name: string
  readonly collection: D
  /** The fields that `fill` reads, besides `id`. */
  readonly fields: readonly F[]
  /** The records to fill; all by default. */
  readonly where?: Condition<RecordOf<D>> | undefined
  /** The maximum number of records in a transaction; 500 by default. */
  readonly batchSize?: number | undefined
  /** See `TransactionOptions`; by default, each transaction runs alone. */
  readonly concurrent?: boolean | undefined
  /**
   * Processes some records in the order of their ids. It must be repeatable: it may run again if its transaction fails, and for
   * records that were derived from before.
   */
  fill(records: readonly Pick<RecordOf<D>, F | 'id'>[], tx: T): Promise<void>
}

/** How far a filling has come. */
export interface FillingProgress {
  readonly name: string
  /** The id of the last processed record. */
  readonly position: number
  /** The highest id of the collection. */
  readonly last: number
}

/** Options of `fillInBatches`. */
export interface FillingOptions {
  /** Is called after each transaction. */
  readonly onProgress?: ((progress: FillingProgress) => void) | undefined
  /** Stops after the current transaction; the filling then rejects with the reason. */
  readonly signal?: AbortSignal | undefined
}

const BATCH_SIZE = 500
/** How often in succession a transaction may fail because the store is unavailable. */
const MAX_FAILURES = 30
/** The pause after that, and the longest pause between transactions, in milliseconds. */
const PAUSE = 1000

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/**
 * Fills in batches, each in a transaction that also stores the position: after a crash, the next call continues there, and
 * several processes that fill at the same time share the batches. It pauses between them for as long as they take. Resolves
 * when all records have been processed, at once if they had been before.
 *
 * Records that others write meanwhile may be processed or not: whoever writes records must derive from them as well, before
 * the filling begins. Repeats transactions while the store is unavailable, for half a minute; rejects with all other errors.
 */
export async function fillInBatches<D extends CollectionDefinition, F extends FieldOf<RecordOf<D>>>(
  store: Store,
  filling: Filling<D, F>,
  options?: FillingOptions,
): Promise<void> {
  await store.prepare([fillings])
  await runFilling((work, given) => store.transaction(work, given), filling, options)
}

/** Whether a filling has processed all records. The store must be prepared for `fillings`. */
export async function isFilled({ collection }: StoreSession, name: string): Promise<boolean> {
  return (await collection(fillings).first({ where: fillings.where.eq('name', name) }))?.complete === true
}

/** Lets a filling of this name begin anew. The store must be prepared for `fillings`. */
export async function forgetFilling({ collection }: StoreSession, name: string): Promise<void> {
  await collection(fillings).removeWhere(fillings.where.eq('name', name))
}

/** For stores: runs a filling with a function that runs transactions. */
export async function runFilling<
  D extends CollectionDefinition,
  F extends FieldOf<RecordOf<D>>,
  T extends StoreTransaction,
>(
  transaction: <R>(work: (tx: T) => Promise<R>, options?: TransactionOptions) => Promise<R>,
  filling: Filling<D, F, T>,
  { onProgress, signal }: FillingOptions = {},
): Promise<void> {
  const { name, concurrent = false } = filling
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    const from = performance.now()
    try {
      const { position, last, complete } = await transaction(tx => fillBatch(filling, tx), { concurrent })
      failures = 0
      onProgress?.({ name, position, last: Math.max(last, position) })
      if (complete) return
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'unavailable') || ++failures > MAX_FAILURES) throw error
      await pause(PAUSE)
    }
    await pause(Math.min(PAUSE, performance.now() - from))
  }
}

/** Processes the next records, and stores the position. */
async function fillBatch<D extends CollectionDefinition, F extends FieldOf<RecordOf<D>>, T extends StoreTransaction>(
  { name, collection, fields, where, batchSize = BATCH_SIZE, fill }: Filling<D, F, T>,
  tx: T,
) {
  await tx.lock([`filling ${name}`])
  const positions = tx.collection(fillings)
  const state = await positions.first({ where: fillings.where.eq('name', name) })
  const before = state?.position ?? 0
  const all = tx.collection(collection)
  const [newest] = await all.pick([], { order: [{ by: 'field', field: 'id', direction: 'desc' }], limit: 1 })
  const last = newest?.id ?? 0
  if (state?.complete === true) return { position: before, last, complete: true }
  const records = await all.pick(fields, {
    where,
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
    after: { values: [], id: before },
    limit: batchSize,
  })
  if (records.length > 0) await fill(records, tx)
  const position = records.at(-1)?.id ?? before
  const complete = records.length < batchSize
  if (state === undefined) await positions.insert({ name, position, complete })
  else await positions.update(state.id, { position, complete })
  return { position, last, complete }
}
