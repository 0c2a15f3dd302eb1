import { createHash } from 'node:crypto'
import { isInstalled } from '@platen/site'
import { type AnyRecord, type CollectionDefinition, jsonText, type Store, StoreError } from '@platen/storage'
import { type CollectionSum, compareCollections } from './compare-collections.js'
import { MoveError } from './move-error.js'
import { anyCollection, highestId, recordBatches } from './record-batches.js'
import { beginMove, endMove, unfinishedMove } from './unfinished-move.js'

/** The options of `moveStore`. */
export interface MoveOptions {
  /** All collections of the site, also those of its features and plugins. */
  readonly collections: readonly CollectionDefinition[]
  /** Stops the move between two batches, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Receives the number of records that will be copied and compared: each counts twice. */
  readonly onTotal?: ((records: number) => void) | undefined
  /** Receives how many records have been copied or compared since the last call. */
  readonly onRecords?: ((records: number) => void) | undefined
}

/**
 * Copies a site to a store without one: all records with their ids and versions, in batches with a transaction for each,
 * and at the end the options, which make it a site. Both stores are compared before that, record by record; resolves with
 * the sums of the collections, in their order. A move that was interrupted goes on where it stopped, when it is called again
 * with the same stores.
 *
 * Rejects with a `MoveError` if the target contains a site, an unfinished copy of another one, or records; if the source
 * has changed meanwhile, so that it must not be in use; and if a record cannot be stored in the target.
 */
export async function moveStore(from: Store, to: Store, options: MoveOptions): Promise<readonly CollectionSum[]> {
  const { collections, signal, onTotal, onRecords = () => {} } = options
  if (!(await isInstalled(from))) throw new MoveError('The source contains no site.')
  if (await isInstalled(to)) throw new MoveError('The target already contains a site.')
  await from.prepare(collections)
  const revision = from.revision()
  const requireSame = () => {
    signal?.throwIfAborted()
    const current = from.revision()
    if (Number.isNaN(current)) throw new MoveError(UNOBSERVED)
    if (current !== revision) throw new MoveError(CHANGED)
  }
  const values = await from.options.all()
  await to.prepare(collections)
  await begin(to, collections, values)
  let total = 0
  for (const definition of collections) total += await anyCollection(from, definition).count()
  onTotal?.(2 * total)

  for (const definition of collections) {
    const copied = await highestId(anyCollection(to, definition))
    if (copied > 0) onRecords(await anyCollection(to, definition).count())
    let last = copied
    for await (const batch of recordBatches(anyCollection(from, definition), copied)) {
      requireSame()
      await store(to, definition, batch, last)
      last = batch.at(-1)?.id ?? last
      onRecords(batch.length)
    }
  }
  const sums: CollectionSum[] = []
  const onCompared = (count: number) => {
    requireSame()
    onRecords(count)
  }
  for (const definition of collections) sums.push(await compareCollections(definition, from, to, onCompared))
  // Commits of other processes are seen within milliseconds.
  await new Promise(resolve => setTimeout(resolve, 200))
  requireSame()
  await finish(to, values)
  await to.optimize?.()
  return sums
}

const UNOBSERVED =
  'The source cannot be observed for changes now. Connect to the database server itself, and run the command again to continue.'
const CHANGED = 'The source has changed meanwhile: stop the site, empty the target, and move again.'

/** Identifies what is moved: the options are the same as long as the site is not used. */
const sourceOf = (values: ReadonlyMap<string, unknown>): string =>
  createHash('sha256')
    .update(jsonText([...values].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

/** Notes in the target what is copied to it, or checks that it is what an earlier move has begun to copy. */
async function begin(
  to: Store,
  collections: readonly CollectionDefinition[],
  values: ReadonlyMap<string, unknown>,
): Promise<void> {
  const source = sourceOf(values)
  await to.transaction(async tx => {
    const unfinished = await unfinishedMove(tx.options)
    if (unfinished === source) return
    if (unfinished !== undefined)
      throw new MoveError(
        'The target contains an unfinished copy of another site, or of this one before a change of its settings. Empty it first.',
      )
    for (const definition of collections) {
      if ((await highestId(anyCollection(tx, definition))) > 0)
        throw new MoveError(`The target is not empty: it has records in "${definition.name}".`)
    }
    await beginMove(tx.options, source)
  })
}

/** Stores a batch after the record with the id `last`, unless another process has stored it. */
async function store(
  to: Store,
  definition: CollectionDefinition,
  batch: readonly AnyRecord[],
  last: number,
): Promise<void> {
  const { name } = definition
  try {
    await to.transaction(async tx => {
      const collection = anyCollection(tx, definition)
      if ((await unfinishedMove(tx.options)) === undefined || (await highestId(collection)) !== last)
        throw new MoveError('Another process is moving a site to this target.')
      await collection.insertMany(batch, { keepVersions: true })
    })
  } catch (error) {
    if (!(error instanceof StoreError) || error.code === 'unavailable') throw error
    const ids = `${batch.at(0)?.id} to ${batch.at(-1)?.id}`
    throw new MoveError(`The records ${ids} of "${name}" cannot be stored: ${error.message}`, { cause: error })
  }
}

/** Stores the options, in one transaction: before that, the target contains no site. */
const finish = (to: Store, values: ReadonlyMap<string, unknown>): Promise<void> =>
  to.transaction(async ({ options }) => {
    if ((await unfinishedMove(options)) !== sourceOf(values) || (await isInstalled({ options })))
      throw new MoveError('Another process is moving a site to this target.')
    for (const [name, value] of values) await options.set(name, value)
    await endMove(options)
    const stored = await options.all()
    if (sourceOf(stored) !== sourceOf(values)) throw new MoveError('The copy differs: the options are not the same.')
  })
