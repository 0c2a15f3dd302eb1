import type { ByteSource } from './byte-source.js'

/** A box of an MP4 or QuickTime file. */
export interface Box {
  readonly type: string
  /** The position of the content. */
  readonly at: number
  readonly end: number
}

/** Yields the boxes between two positions. */
export async function* boxes(bytes: ByteSource, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const header = await bytes.read(at, 16)
    if (header.length < 8) return
    const short = header.readUInt32BE(0)
    const type = header.toString('latin1', 4, 8)
    const isLong = short === 1 && header.length === 16
    // A size of 0 means the rest of the file.
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? to - at : short
    const content = at + (isLong ? 16 : 8)
    const end = at + size
    if (end < content) return
    yield { type, at: content, end: Math.min(end, to) }
    at = end
  }
}

/** The first box of a type within another one. */
async function childBox(bytes: ByteSource, outer: Box, type: string): Promise<Box | undefined> {
  // Metadata of iTunes has a version before its boxes.
  const from = outer.type === 'meta' ? outer.at + 4 : outer.at
  for await (const box of boxes(bytes, from, outer.end)) if (box.type === type) return box
  return undefined
}

/** Finds a box by the types on its path; `undefined` if one is missing. */
export async function findBox(bytes: ByteSource, outer: Box, path: readonly string[]): Promise<Box | undefined> {
  let found: Box | undefined = outer
  for (const type of path) found = found && (await childBox(bytes, found, type))
  return found
}

/** The first bytes of the content of a box. */
export const contentOf = (bytes: ByteSource, box: Box | undefined, length: number): Promise<Buffer> =>
  box === undefined ? Promise.resolve(Buffer.alloc(0)) : bytes.read(box.at, Math.min(length, box.end - box.at))
