import { keepHeapSmall } from '@platen/cli'

/** Keeps objects for a while, so that they are garbage of the old generation later, and sends how large the heap became. */
if (process.argv[2] === 'small') keepHeapSmall()
const RECORDS = 400_000
const kept: object[] = []
let most = 0
for (let n = 0; n < RECORDS * 20; n++) {
  kept[n % RECORDS] = { n, of: [n] }
  if (n > RECORDS && n % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed)
}
process.send?.(most)
