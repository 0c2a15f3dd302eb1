import type { WxrRecord } from '../wxr/wxr-records.js'

/** The limits of a batch: how many records, and how many characters of content. */
export const BATCH = { records: 1000, characters: 1_000_000 }

/** Collects records into batches of limited size: each is imported with a fixed number of lookups. */
export async function* inBatches(records: AsyncIterable<WxrRecord>): AsyncGenerator<readonly WxrRecord[]> {
  let batch: WxrRecord[] = []
  let characters = 0
  for await (const record of records) {
    // All records of a batch come from the same site.
    if (record.kind === 'site' && batch.length > 0) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(record)
    if (record.kind === 'post') characters += record.content.length
    if (batch.length < BATCH.records && characters < BATCH.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
