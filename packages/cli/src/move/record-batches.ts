import { setImmediate } from 'node:timers/promises'
import {
  type AnyRecord,
  type Collection,
  type CollectionDefinition,
  type Position,
  positionOf,
  StoreError,
  type StoreSession,
} from '@platen/storage'

/** The limits of a batch: how many records, and how many characters of text. */
const BATCH = { records: 500, characters: 4_000_000 }

const byId = [{ by: 'field', field: 'id', direction: 'asc' }] as const

/** A collection of which only the declaration is known. */
export const anyCollection = (session: StoreSession, definition: CollectionDefinition): Collection<AnyRecord> =>
  session.collection(definition)

/** The highest id of a collection; 0 if it is empty. */
export async function highestId(collection: Collection<AnyRecord>): Promise<number> {
  const [last] = await collection.pick(['id'], { order: [{ by: 'field', field: 'id', direction: 'desc' }], limit: 1 })
  return last?.id ?? 0
}

/** Reads the records with ids above `after`, in the order of their ids, in batches of limited size. */
export async function* recordBatches(
  collection: Collection<AnyRecord>,
  after = 0,
): AsyncGenerator<readonly AnyRecord[]> {
  let position: Position = { values: [], id: after }
  let limit = BATCH.records
  for (;;) {
    // A single record is read whatever its length is.
    const maxLength = limit === 1 ? undefined : BATCH.characters
    try {
      const { records } = await collection.find({ order: byId, after: position, limit, maxLength })
      const last = records.at(-1)
      if (last === undefined) return
      yield records
      // Reads of SQLite are synchronous: without a turn of the event loop, interruptions would wait for the end.
      await setImmediate()
      position = positionOf(last, byId)
      limit = Math.min(BATCH.records, limit * 2)
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'too_large') || limit === 1) throw error
      limit = Math.ceil(limit / 4)
    }
  }
}
