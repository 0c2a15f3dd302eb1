/** The format of an audio or video file. */
export interface FileKind {
  readonly container: string
  readonly type: string
}

const RIFF: Readonly<Record<string, FileKind>> = {
  WAVE: { container: 'wav', type: 'audio/wav' },
  'AVI ': { container: 'avi', type: 'video/avi' },
}
const AIFF = { container: 'aiff', type: 'audio/aiff' }
const MOVIE = { container: 'mp4', type: 'video/mp4' }
const STARTS: readonly (readonly [start: string, kind: FileKind])[] = [
  ['fLaC', { container: 'flac', type: 'audio/flac' }],
  ['OggS', { container: 'ogg', type: 'audio/ogg' }],
  ['\x1aE\xdf\xa3', { container: 'matroska', type: 'video/x-matroska' }],
  ['0&\xb2u', { container: 'asf', type: 'audio/x-ms-wma' }],
]

/** The format of a file by its first 12 bytes, as Latin-1; `undefined` unless it is audio or video. */
export function fileKind(head: string): FileKind | undefined {
  if (head.startsWith('RIFF')) return RIFF[head.slice(8)]
  if (head.startsWith('FORM') && /^AIF[FC]/.test(head.slice(8))) return AIFF
  if (/^(?:ftyp|moov|mdat|wide|free|skip)$/.test(head.slice(4, 8))) return MOVIE
  const found = STARTS.find(([start]) => head.startsWith(start))
  if (found !== undefined) return found[1]
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(head)) return { container: 'aac', type: 'audio/aac' }
  return /^(?:ID3|\xff[\xe0-\xff])/.test(head) ? { container: 'mp3', type: 'audio/mpeg' } : undefined
}
