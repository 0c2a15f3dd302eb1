import type { WxrRecord } from '../wxr/wxr-records.js'

/** So many records, or so many characters of content, are worked on at once. */
const RECORDS = 200
const CHARACTERS = 1_000_000

/** Gathers records into lists that are worth a query each and never grow large. */
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
