const NOTHING = new Uint8Array()

/**
 * Collects bytes that arrive in chunks. Memory use is proportional to the number of bytes, however small the chunks
 * are: a list of one-byte chunks would take hundreds of times as much. The first chunk is not copied.
 */
export class GrowingBytes {
  #bytes: Uint8Array = NOTHING
  #size = 0

  get size(): number {
    return this.#size
  }

  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.length
    if (this.#size === 0) this.#bytes = chunk
    else {
      // The first chunk belongs to the caller. It has no spare room, so it is never written to.
      if (size > this.#bytes.length) this.#bytes = extended(this.bytes(), Math.max(size, 2 * this.#bytes.length))
      this.#bytes.set(chunk, this.#size)
    }
    this.#size = size
  }

  /** All bytes so far, which must not be changed. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  /** Returns all bytes and removes them. */
  take(): Uint8Array {
    const bytes = this.bytes()
    this.#bytes = NOTHING
    this.#size = 0
    return bytes
  }
}

function extended(bytes: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
