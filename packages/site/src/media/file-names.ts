import { trimCharacters, trimEndCharacters } from '@platen/core'
import { cutBytes } from '@platen/rendering'

const UNSAFE = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’«»”“\p{Cc}]/gu
const LETTERS: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
}
/** Names that the site gives itself to images that it makes of others. */
const MADE_NAME = /-(?:\d+x\d+|scaled|rotated|e\d{13})$/
/** What disks and archives take of a name. */
const MAX_BYTES = 255
/** Room for what is written after a base: `-e1732212000000-2048x2048`, `-scaled`, a number that makes it unique. */
const ROOM_FOR_SUFFIXES = 40

/** A file's name, taken apart; the extension has no dot and is in lower case. */
export interface FileName {
  readonly base: string
  readonly extension: string
}

/** The name that a client gave, without the folders before it. */
export const lastSegment = (given: string): string => given.split(/[/\\]/).at(-1) ?? ''

/** The parts of a name as they are; a name without a dot has no extension. */
export function splitName(name: string): FileName {
  const dot = name.lastIndexOf('.')
  return dot < 0
    ? { base: name, extension: '' }
    : { base: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() }
}

/**
 * Makes a name safe for disks and addresses: no marks and accents, `-` for space, and no extension of a program in the
 * middle, within 255 bytes of UTF-8 with all suffixes (`x.php.txt` becomes `x.php_.txt`; `known` says which ones are harmless).
 */
export function cleanFileName(given: string, known: (extension: string) => boolean): FileName {
  const plain = lastSegment(given)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæÆœŒøØđĐłŁþÞ]/g, letter => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(/[\s-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  const { base, extension } = splitName(trimCharacters(plain, '.-_'))
  const room = Math.max(1, MAX_BYTES - ROOM_FOR_SUFFIXES - new TextEncoder().encode(`.${extension}`).length)
  const cut = (whole: string) => trimEndCharacters(cutBytes(whole, room), '.-')
  const guard = (whole: string) => {
    const [first = '', ...middle] = whole.split('.')
    const isProgram = (part: string) => /^[a-zA-Z]{2,5}\d?$/.test(part) && !known(part.toLowerCase())
    return [first, ...middle.map(part => (isProgram(part) ? `${part}_` : part))].join('.')
  }
  // Guarding makes it longer, and cutting can take the last guard away again.
  return { base: guard(cut(guard(cut(base)))), extension }
}

/** The bases to try one after the other until one is free: `a`, `a-1`, `a-2` … */
export function* candidateBases(base: string): Generator<string> {
  if (base !== '' && !MADE_NAME.test(base)) yield base
  for (let number = 1; ; number++) yield `${base}-${number}`
}
