import { MAX_TEXT } from './limits.js'

const decoders = {
  1: new TextDecoder('utf-16le'),
  2: new TextDecoder('utf-16be'),
  3: new TextDecoder('utf-8'),
}

/** A text that ends with NUL or the data, and the data after it. */
export interface SplitText {
  readonly text: string
  readonly rest: Buffer
}

const isWide = (encoding: number): boolean => encoding === 1 || encoding === 2

/** The position of the NUL that ends a text; the length of the data if there is none. */
function endOf(data: Buffer, encoding: number): number {
  if (!isWide(encoding)) {
    const end = data.indexOf(0)
    return end < 0 ? data.length : end
  }
  for (let at = 0; at + 1 < data.length; at += 2) if (data[at] === 0 && data[at + 1] === 0) return at
  return data.length
}

function decode(data: Buffer, encoding: number): string {
  if (encoding === 1 && data[0] === 0xfe && data[1] === 0xff) return decoders[2].decode(data)
  if (encoding === 1 || encoding === 2 || encoding === 3) return decoders[encoding].decode(data)
  return data.toString('latin1')
}

/** Decodes the first text of data in one of the four encodings of ID3; longer texts are cut. */
export function splitText(data: Buffer, encoding: number): SplitText {
  const end = endOf(data, encoding)
  const text = decode(data.subarray(0, Math.min(end, 4 * MAX_TEXT)), encoding)
  return { text: text.slice(0, MAX_TEXT), rest: data.subarray(end + (isWide(encoding) ? 2 : 1)) }
}
