import type { ByteSource } from './byte-source.js'

const HEADER = 10
/** How many bytes are searched for the first frame. */
const SEARCHED = 64 * 1024
const MODES = ['stereo', 'joint stereo', 'dual channel', 'mono']

/** Whether a number may be the header of a frame of MPEG audio: its version, layer, bit rate and sample rate exist. */
const isFrame = (header: number) =>
  header >>> 21 === 0x7ff &&
  ((header >>> 19) & 3) !== 1 &&
  ((header >>> 17) & 3) !== 0 &&
  ![0, 15].includes((header >>> 12) & 15) &&
  ((header >>> 10) & 3) !== 3

/** The position after the ID3 tag at the start of a file. */
async function afterTag(bytes: ByteSource): Promise<number> {
  const header = await bytes.read(0, HEADER)
  if (header.length < HEADER || header.toString('latin1', 0, 3) !== 'ID3') return 0
  return header.subarray(6).reduce((size, byte) => size * 128 + (byte & 127), 0) + HEADER
}

/** The channel mode of MPEG audio, which music-metadata does not report; `undefined` if no frame is found. */
export async function channelMode(bytes: ByteSource): Promise<string | undefined> {
  const data = await bytes.read(await afterTag(bytes), SEARCHED)
  for (let at = data.indexOf(0xff); at >= 0 && at + 4 <= data.length; at = data.indexOf(0xff, at + 1)) {
    const header = data.readUInt32BE(at)
    if (isFrame(header)) return MODES[(header >>> 6) & 3]
  }
  return undefined
}
