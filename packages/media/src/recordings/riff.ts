import type { ByteSource } from './byte-source.js'

/** A chunk of a RIFF file; lists are chunks with their own name. */
export interface RiffChunk {
  readonly id: string
  /** The position of the data. */
  readonly at: number
  /** In bytes, as far as the file has them. */
  readonly size: number
}

/** Yields the chunks between two positions. */
export async function* riffChunks(bytes: ByteSource, from: number, to: number): AsyncGenerator<RiffChunk> {
  for (let at = from; at + 8 <= to; ) {
    const header = await bytes.read(at, 12)
    if (header.length < 8) return
    const id = header.toString('latin1', 0, 4)
    const size = header.readUInt32LE(4)
    const kept = Math.min(size, to - at - 8)
    if (id === 'LIST' && header.length === 12 && kept >= 4)
      yield { id: `LIST ${header.toString('latin1', 8, 12)}`, at: at + 12, size: kept - 4 }
    else yield { id, at: at + 8, size: kept }
    at += 8 + size + (size % 2)
  }
}
