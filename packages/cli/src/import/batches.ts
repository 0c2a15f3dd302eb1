import type { WxrRecord } from '../wxr/wxr-records.js'

/** The limits of a batch. */
const RECORDS = 1000
const CHARACTERS = 1_000_000

/** Collects records into batches of limited size: each is imported with a fixed number of lookups. */
export async function* inBatches(records: AsyncIterable<WxrRecord>): AsyncGenerator<readonly WxrRecord[]> {
  let batch: WxrRecord[] = []
  let characters = 0
  for await (const record of records) {
    batch.push(record)
    if (record.kind === 'post') characters += record.content.length
    if (batch.length < RECORDS && characters < CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
