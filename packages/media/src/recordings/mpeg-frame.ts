const VERSION_1 = 3
const LAYERS = [0, 3, 2, 1]
/** Bits per second divided by 1000, by layer, for MPEG 1. */
const RATES_1 = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
]
/** The same for MPEG 2 and 2.5, where layers 2 and 3 have the same. */
const RATES_2 = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const SAMPLE_RATES = [44_100, 48_000, 32_000]
/** The divisors of the sample rate by version: 2.5, none, 2, 1. */
const DIVISORS = [4, 0, 2, 1]
const MODES = ['stereo', 'joint stereo', 'dual channel', 'mono'] as const

/** The header of a frame of MPEG audio. */
export interface MpegFrame {
  readonly layer: number
  /** In bits per second. */
  readonly bitrate: number
  /** In hertz. */
  readonly sampleRate: number
  readonly mode: (typeof MODES)[number]
  /** The samples per channel. */
  readonly samples: number
  /** The length of the frame in bytes. */
  readonly length: number
  /** Where the data of an encoder may begin in the first frame. */
  readonly infoAt: number
}

/** Reads the header of a frame at a position; `undefined` if no frame begins there. */
export function mpegFrameAt(data: Buffer, at: number): MpegFrame | undefined {
  if (at + 4 > data.length) return undefined
  const header = data.readUInt32BE(at)
  const version = (header >>> 19) & 3
  const layer = LAYERS[(header >>> 17) & 3] ?? 0
  const divisor = DIVISORS[version] ?? 0
  const rates = version === VERSION_1 ? RATES_1[layer - 1] : RATES_2[Math.min(layer, 2) - 1]
  const bitrate = (rates?.[(header >>> 12) & 15] ?? 0) * 1000
  const baseRate = SAMPLE_RATES[(header >>> 10) & 3] ?? 0
  if (header >>> 21 !== 0x7ff || layer === 0 || divisor === 0 || bitrate === 0 || baseRate === 0) return undefined
  const sampleRate = baseRate / divisor
  const samples = layer === 1 ? 384 : layer === 3 && version !== VERSION_1 ? 576 : 1152
  const padding = ((header >>> 9) & 1) * (layer === 1 ? 4 : 1)
  const mode = MODES[(header >>> 6) & 3] ?? 'stereo'
  const sideInfo = version === VERSION_1 ? (mode === 'mono' ? 17 : 32) : mode === 'mono' ? 9 : 17
  const slots = Math.floor(((samples / 8) * (bitrate / sampleRate)) / (layer === 1 ? 4 : 1)) * (layer === 1 ? 4 : 1)
  return { layer, bitrate, sampleRate, mode, samples, length: slots + padding, infoAt: 4 + sideInfo }
}
