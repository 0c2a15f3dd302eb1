import { createHash } from 'node:crypto'
import { type AnyRecord, type CollectionDefinition, jsonText, type StoreSession } from '@platen/storage'
import { MoveError } from './move-error.js'
import { anyCollection, recordBatches } from './record-batches.js'

/** The number of records of a collection, and a hash (SHA-256, in hexadecimal) of them in the order of their ids. */
export interface CollectionSum {
  readonly name: string
  readonly records: number
  readonly checksum: string
}

/**
 * Reads a collection of two stores. Throws a `MoveError` that names the first record that is missing in one of them, or
 * differs. `onRecords` receives how many records have been compared.
 */
export async function compareCollections(
  definition: CollectionDefinition,
  from: StoreSession,
  to: StoreSession,
  onRecords: (count: number) => void,
): Promise<CollectionSum> {
  const { name } = definition
  const textOf = recordText(definition)
  const hash = createHash('sha256')
  const copies = records(recordBatches(anyCollection(to, definition)))
  let count = 0
  try {
    for await (const batch of recordBatches(anyCollection(from, definition))) {
      for (const record of batch) {
        const copy = await copies.next()
        const text = textOf(record)
        if (copy.done === true || textOf(copy.value) !== text) throw differs(name, record, copy.value)
        hash.update(text).update('\n')
      }
      count += batch.length
      onRecords(batch.length)
    }
    const extra = await copies.next()
    if (extra.done !== true) throw differs(name, undefined, extra.value)
  } finally {
    await copies.return(undefined)
  }
  return { name, records: count, checksum: hash.digest('hex') }
}

async function* records(batches: AsyncIterable<readonly AnyRecord[]>): AsyncGenerator<AnyRecord, undefined, undefined> {
  for await (const batch of batches) yield* batch
  return undefined
}

/** A text that differs for different records. */
function recordText({ columns }: CollectionDefinition): (record: AnyRecord) => string {
  const fields = ['id', 'version', ...Object.keys(columns)]
  return record => jsonText(fields.map(field => record[field]))
}

function differs(name: string, record: AnyRecord | undefined, copy: AnyRecord | undefined): MoveError {
  const id = Math.min(record?.id ?? Number.POSITIVE_INFINITY, copy?.id ?? Number.POSITIVE_INFINITY)
  return new MoveError(
    `The copy differs: record ${id} of "${name}" is not the same in both stores. ` +
      'The site has probably changed since the copy began. Stop it, empty the target, and move again.',
  )
}
