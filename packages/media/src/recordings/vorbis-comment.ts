import type { ByteSource } from './byte-source.js'

const MAX_VENDOR = 200

/** The program that wrote a Vorbis comment, which starts with it; `undefined` if it has no sensible length. */
export async function vendorAt(bytes: ByteSource, at: number): Promise<string | undefined> {
  const header = await bytes.read(at, 4)
  const length = header.length < 4 ? 0 : header.readUInt32LE(0)
  return length > 0 && length <= MAX_VENDOR ? (await bytes.read(at + 4, length)).toString('utf8') : undefined
}
