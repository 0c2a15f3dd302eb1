import { open } from 'node:fs/promises'
import type { ImageSource } from '@platen/site/media'

/** The bytes that small reads fetch at once. */
const WINDOW = 8 * 1024
const MAX_READS = 20_000

/** A recording that costs more to read than its size justifies. */
export class TooCostly extends Error {}

/** The bytes of a file at any position, with a budget: hostile files must not keep a reader busy. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number
  /** Reads bytes, fewer at the end of the file. Rejects with `TooCostly` when the budget is used up. */
  read(at: number, length: number): Promise<Buffer>
}

type Fetch = (at: number, length: number) => Promise<Buffer>

/** At most 20,000 reads, and twice the size of the file. */
function withBudget(size: number, fetch: Fetch): ByteSource {
  let reads = 0
  let bytes = 2 * size + WINDOW
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  return {
    size,
    async read(at, length) {
      if (++reads > MAX_READS) throw new TooCostly()
      const end = Math.min(size, at + length)
      if (!(at >= 0 && at < end)) return Buffer.alloc(0)
      if (at < start || end > start + window.length) {
        const wanted = Math.min(Math.max(end - at, WINDOW), size - at)
        bytes -= wanted
        if (bytes < 0) throw new TooCostly()
        window = await fetch(at, wanted)
        start = at
      }
      return window.subarray(at - start, end - start)
    },
  }
}

/** Calls a function with the bytes of a source, which is open during the call. */
export async function withBytes<T>(source: ImageSource, use: (bytes: ByteSource) => Promise<T>): Promise<T> {
  if (!('file' in source)) {
    const all = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    return use(withBudget(all.length, async (at, length) => all.subarray(at, at + length)))
  }
  const file = await open(source.file)
  try {
    const { size } = await file.stat()
    const fetch: Fetch = async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    return await use(withBudget(size, fetch))
  } finally {
    await file.close()
  }
}
