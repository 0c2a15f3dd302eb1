import type { ByteSource } from './byte-source.js'

/** An element of an EBML file. */
export interface Element {
  readonly id: number
  /** The position of the data. */
  readonly at: number
  readonly end: number
}

/** The length in bytes of a number whose first byte says it. */
const lengthOf = (first: number): number => Math.clz32(first) - 23

/** Yields the elements between two positions. Those of unknown size extend to the end. */
export async function* elements(bytes: ByteSource, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from; at < to; ) {
    const header = await bytes.read(at, 12)
    const idLength = lengthOf(header[0] ?? 0)
    const sizeLength = lengthOf(header[idLength] ?? 0)
    const content = idLength + sizeLength
    if (idLength > 4 || sizeLength > 8 || content > header.length) return
    let size = (header[idLength] ?? 0) & (0xff >> sizeLength)
    let isUnknown = size === 0xff >> sizeLength
    for (let i = idLength + 1; i < content; i++) {
      const byte = header[i] ?? 0
      if (byte !== 0xff) isUnknown = false
      size = size * 256 + byte
    }
    const end = isUnknown ? to : Math.min(to, at + content + size)
    yield { id: header.readUIntBE(0, idLength), at: at + content, end }
    at = isUnknown ? to : at + content + size
  }
}

const dataOf = (bytes: ByteSource, { at, end }: Element, length: number): Promise<Buffer> =>
  bytes.read(at, Math.min(length, end - at))

/** Reads an unsigned integer of up to 6 bytes. */
export async function readInteger(bytes: ByteSource, element: Element): Promise<number> {
  const data = await dataOf(bytes, element, 6)
  return data.length === 0 ? 0 : data.readUIntBE(0, data.length)
}

/** Reads a number with a fraction. */
export async function readFraction(bytes: ByteSource, element: Element): Promise<number> {
  const data = await dataOf(bytes, element, 8)
  const number = data.length === 8 ? data.readDoubleBE(0) : data.length === 4 ? data.readFloatBE(0) : 0
  return Number.isFinite(number) && number >= 0 ? number : 0
}

/** Reads a short text. */
export async function readName(bytes: ByteSource, element: Element): Promise<string> {
  return (await dataOf(bytes, element, 64)).toString('latin1').replace(/\0.*$/s, '')
}
