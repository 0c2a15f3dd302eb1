const CR = 0x0d
const LF = 0x0a
/** RFC 2046 allows 70 characters; some clients send more. */
const MAX_BOUNDARY = 200

/**
 * Converts the line ends of a multipart form whose lines end in bare line feeds, as some clients write them, to CRLF:
 * between parts and in their headers, but not in their content. Forms whose first line ends in CRLF pass unchanged, so
 * content that looks like a delimiter stays content. `type` is the request's `Content-Type`.
 */
export async function* standardLineEnds(chunks: AsyncIterable<Uint8Array>, type: string): AsyncGenerator<Uint8Array> {
  const boundary = boundaryOf(type)
  if (boundary === undefined) return yield* chunks
  const delimiter = new TextEncoder().encode(`\n--${boundary}`)
  const firstLine = [...delimiter.subarray(1), LF]
  let start: Uint8Array = new Uint8Array()
  let lines: LineEnds | undefined
  let isStandard = false
  for await (const chunk of chunks) {
    if (isStandard) yield chunk
    else if (lines !== undefined) yield lines.convert(chunk)
    else {
      start = joined(start, chunk)
      isStandard = !firstLine.every((byte, at) => at >= start.length || start[at] === byte)
      if (isStandard) yield start
      else if (start.length >= firstLine.length) {
        lines = new LineEnds(delimiter)
        yield lines.convert(start)
      }
    }
  }
  if (lines !== undefined) yield lines.rest()
  else if (!isStandard) yield start
}

/** Converts a form in chunks; it buffers no more than a delimiter. */
class LineEnds {
  readonly #delimiter: Uint8Array
  #held: Uint8Array = new Uint8Array()
  #inHead = true
  /** The length of the header line read so far, without its carriage return. */
  #lineLength = 0
  #last = LF

  constructor(delimiter: Uint8Array) {
    this.#delimiter = delimiter
  }

  convert(chunk: Uint8Array): Uint8Array {
    const bytes = joined(this.#held, chunk)
    const written = new Uint8Array(bytes.length * 2)
    let length = 0
    let at = 0
    const write = (byte: number) => {
      written[length++] = byte
      this.#last = byte
    }
    const writeLineFeed = () => {
      if (this.#last !== CR) write(CR)
      write(LF)
    }
    while (at < bytes.length) {
      const byte = bytes[at] as number
      if (this.#inHead) {
        at++
        if (byte === LF) {
          writeLineFeed()
          this.#inHead = this.#lineLength > 0
          this.#lineLength = 0
        } else {
          write(byte)
          if (byte !== CR) this.#lineLength++
        }
      } else if (byte === LF) {
        const match = this.#matches(bytes, at)
        if (match === 'part') break
        at++
        if (match === 'whole') {
          writeLineFeed()
          this.#inHead = true
        } else write(byte)
      } else {
        write(byte)
        at++
      }
    }
    this.#held = bytes.slice(at)
    return written.subarray(0, length)
  }

  /** The buffered bytes, at the end of the form. */
  rest(): Uint8Array {
    return this.#held
  }

  #matches(bytes: Uint8Array, at: number): 'whole' | 'part' | 'none' {
    for (let i = 0; i < this.#delimiter.length; i++) {
      const byte = bytes[at + i]
      if (byte === undefined) return 'part'
      if (byte !== this.#delimiter[i]) return 'none'
    }
    return 'whole'
  }
}

/** The boundary in the `Content-Type` of a multipart form. */
export function boundaryOf(type: string): string | undefined {
  const at = type.toLowerCase().indexOf('boundary=')
  if (at < 0) return undefined
  const given = type.slice(at + 'boundary='.length)
  const value = given.startsWith('"') ? given.slice(1).split('"', 1)[0] : given.split(';', 1)[0]?.trim()
  return value === undefined || value === '' || value.length > MAX_BOUNDARY ? undefined : value
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
