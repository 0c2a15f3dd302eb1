import { currentFrame } from './tag-names.js'

const MAX_FRAMES = 1000
const COMPRESSED = 0x08
const ENCRYPTED = 0x04
const UNSYNCHRONISED = 0x02
const HAS_LENGTH = 0x01

/** A frame of an ID3v2 tag, by its name in the current version. */
export interface Id3Frame {
  readonly id: string
  readonly data: Buffer
}

/** The number in 28 bits, 7 in each byte. */
export const syncsafe = (data: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, i) => sum * 128 + ((data[at + i] ?? 0) & 127), 0)

/** Removes the bytes that keep decoders from seeing a frame of sound in a tag: each 0 after 255. */
export function resynchronised(data: Buffer): Buffer {
  const result = Buffer.alloc(data.length)
  let length = 0
  for (let at = 0; at < data.length; at++) {
    result[length++] = data[at] ?? 0
    if (data[at] === 0xff && data[at + 1] === 0) at++
  }
  return result.subarray(0, length)
}

/** The data of a frame of version 4; `undefined` if it is compressed or encrypted. */
function plainData(data: Buffer, flags: number): Buffer | undefined {
  if ((flags & (COMPRESSED | ENCRYPTED)) !== 0) return undefined
  const own = (flags & HAS_LENGTH) === 0 ? data : data.subarray(4)
  return (flags & UNSYNCHRONISED) === 0 ? own : resynchronised(own)
}

/** Yields at most 1000 frames of a tag of version 2, 3 or 4. */
export function* id3Frames(tag: Buffer, version: number): Generator<Id3Frame> {
  const [idLength, headerLength] = version === 2 ? [3, 6] : [4, 10]
  let at = 0
  for (let count = 0; count < MAX_FRAMES && at + headerLength <= tag.length; count++) {
    const id = tag.toString('latin1', at, at + idLength)
    if (!/^[A-Z0-9]+$/.test(id)) return
    const size =
      version === 2 ? tag.readUIntBE(at + 3, 3) : version === 3 ? tag.readUInt32BE(at + 4) : syncsafe(tag, at + 4)
    const flags = version === 2 ? 0 : tag.readUInt8(at + 9)
    at += headerLength
    const given = tag.subarray(at, at + size)
    // Version 3 has other flags, for the same reasons.
    const data = version === 3 ? ((flags & 0xc0) === 0 ? given : undefined) : plainData(given, flags)
    if (data !== undefined) yield { id: currentFrame(id), data }
    at += size
  }
}
