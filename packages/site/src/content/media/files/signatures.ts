/** A file type that is detected by its first bytes. */
interface Signature {
  readonly type: string
  readonly matches: (head: string) => boolean
}

const begins = (type: string, ...starts: readonly string[]): Signature => ({
  type,
  matches: head => starts.some(start => head.startsWith(start)),
})
const riff = (type: string, kind: string): Signature => ({
  type,
  matches: head => head.startsWith('RIFF') && head.slice(8, 12) === kind,
})
const brands = (type: string, pattern: RegExp): Signature => ({
  type,
  matches: head => head.slice(4, 8) === 'ftyp' && pattern.test(head.slice(8, 12)),
})

/** In order of precedence. */
const SIGNATURES: readonly Signature[] = [
  begins('image/png', '\x89PNG\r\n\x1a\n'),
  begins('image/jpeg', '\xff\xd8\xff'),
  begins('image/gif', 'GIF87a', 'GIF89a'),
  riff('image/webp', 'WEBP'),
  brands('image/avif', /^avi[fs]$/),
  brands('image/heic', /^(hei[cxms]|hev[cxms])$/),
  brands('image/heif', /^mi[af]1$|^msf1$/),
  begins('image/tiff', 'II*\0', 'MM\0*'),
  { type: 'image/bmp', matches: head => head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0' },
  begins('image/x-icon', '\0\0\x01\0'),
  begins('application/pdf', '%PDF-'),
  begins('application/rtf', '{\\rtf'),
  begins('application/zip', 'PK\x03\x04', 'PK\x05\x06'),
  begins('application/gzip', '\x1f\x8b'),
  begins('application/x-7z-compressed', "7z\xbc\xaf'\x1c"),
  begins('application/rar', 'Rar!\x1a\x07'),
  begins('application/vnd.ms-access', '\0\x01\0\0Standard '),
  begins('application/vnd.ms-write', '1\xbe\0\0', '2\xbe\0\0'),
  begins('application/x-ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  { type: 'application/x-tar', matches: head => head.slice(257, 262) === 'ustar' },
  riff('audio/wav', 'WAVE'),
  riff('video/avi', 'AVI '),
  begins('audio/flac', 'fLaC'),
  begins('audio/midi', 'MThd'),
  begins('audio/mpeg', 'ID3', '\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2', '\xff\xe3'),
  begins('audio/aac', '\xff\xf1', '\xff\xf9'),
  begins('application/ogg', 'OggS'),
  begins('video/x-matroska', '\x1aE\xdf\xa3'),
  begins('video/x-flv', 'FLV'),
  begins('video/mpeg', '\0\0\x01\xba', '\0\0\x01\xb3'),
  begins('application/x-asf', '0&\xb2u\x8ef\xcf\x11'),
  brands('video/mp4', /./s),
  { type: 'video/mp4', matches: head => /^(moov|mdat|wide|free)$/.test(head.slice(4, 8)) },
]

/** Types that share the signature of another type. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  'application/zip': ['application/epub+zip', 'application/oxps', 'application/vnd.'],
  'application/x-ole': ['application/msword', 'application/vnd.ms-'],
  'application/ogg': ['audio/ogg', 'video/ogg'],
  'application/x-asf': ['audio/x-ms-wma', 'video/x-ms-'],
  'video/x-matroska': ['video/webm', 'audio/x-matroska'],
  'video/mp4': ['video/quicktime', 'video/3gpp', 'audio/mpeg', 'audio/aac'],
  'image/heic': ['image/heif'],
  'image/heif': ['image/heic', 'image/avif'],
}

/** How the types begin that always have a signature. */
const SIGNED_TYPES = SIGNATURES.map(signature => signature.type).concat(Object.values(CONTAINERS).flat())
const SCRIPT_START = /^\s*(<\?php|<\?=|#!)/i
/** Markup that makes browsers that sniff types read a text as a page, within the bytes that they check. */
const PAGE = /<(?:!doctype html|head|title|html|script|style|table|a href=)/i
const PAGE_BYTES = 4096
const XML_START = /^(?:\xef\xbb\xbf)?<(?:\?xml|svg)/i

/** Detects the media type of a file by its first bytes; `undefined` if they have no known signature. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const head = latinText(bytes.subarray(0, 512))
  return SIGNATURES.find(signature => signature.matches(head))?.type
}

/**
 * Whether the bytes of a file are plausible for a type: text must be text, only HTML may contain a page, and types with
 * a signature must have it; audio and video may have that of another format of their medium.
 */
export function canBeOfType(bytes: Uint8Array, type: string): boolean {
  const typeOfContent = typeOfBytes(bytes)
  if (type.startsWith('text/'))
    return typeOfContent === undefined && looksLikeText(bytes) && (type === 'text/html' || !looksLikePage(bytes))
  if (typeOfContent === type) return true
  if (typeOfContent !== undefined) {
    const contents = CONTAINERS[typeOfContent] ?? []
    return (
      contents.some(signed => type.startsWith(signed)) ||
      [typeOfContent, ...contents].some(signed => isSameMedium(signed, type))
    )
  }
  return !SIGNED_TYPES.some(prefix => type.startsWith(prefix)) && !SCRIPT_START.test(latinText(bytes.subarray(0, 64)))
}

/**
 * Whether both are types of audio or both of video. Recordings are often named after another format of their medium,
 * and players detect the format themselves.
 */
function isSameMedium(one: string, other: string): boolean {
  const medium = one.slice(0, one.indexOf('/') + 1)
  return (medium === 'audio/' || medium === 'video/') && other.startsWith(medium)
}

/** Whether the bytes are text: without control characters, and not a server script. */
function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 8192)
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const isBinary = !isUtf16 && head.some(byte => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
  return !isBinary && !SCRIPT_START.test(latinText(head))
}

/** Whether text is HTML or XML, which may run scripts where it is not served as plain text. */
function looksLikePage(bytes: Uint8Array): boolean {
  const head = latinText(bytes.subarray(0, PAGE_BYTES))
  return PAGE.test(head) || XML_START.test(head)
}

/**
 * Bytes as a text of one character for each, whose code is the byte. A decoder of `latin1` is none of that: by its
 * standard, and in most runtimes, bytes from 0x80 to 0x9f are other characters.
 */
export function latinText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
