import { trimCharacters } from '@platen/core'

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
const MAX_LENGTH = 100

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
 * middle (`x.php.txt` becomes `x.php_.txt`; `known` says which ones are harmless).
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
  const [first = '', ...middle] = base.split('.')
  const guarded = middle.map(part =>
    /^[a-zA-Z]{2,5}\d?$/.test(part) && !known(part.toLowerCase()) ? `${part}_` : part,
  )
  return { base: [first, ...guarded].join('.').slice(0, MAX_LENGTH), extension }
}

/** The bases to try one after the other until one is free: `a`, `a-1`, `a-2` … */
export function* candidateBases(base: string): Generator<string> {
  if (base !== '' && !MADE_NAME.test(base)) yield base
  for (let number = 1; ; number++) yield `${base}-${number}`
}
