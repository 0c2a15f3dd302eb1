import { normalize, trimCharacters, trimEndCharacters } from '@platen/core'
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
/** Suffixes of the names of derived images. */
const DERIVED_NAME = /-(?:\d+x\d+|scaled|rotated|e\d{13})$/
/** The name of a file whose name consists only of an extension. */
const UNNAMED = 'unnamed-file'
/** The longest file name that file systems and archives support. */
const MAX_BYTES = 255
/** Reserved for suffixes such as `-e1732212000000-2048x2048`, `-scaled` or a number that makes the name unique. */
const SUFFIX_BYTES = 40
/** The deepest path that is kept. */
const MAX_FOLDERS = 12

/** The parts of a file name. The extension is lower case and has no dot. */
export interface FileName {
  readonly base: string
  readonly extension: string
}

/** The last segment of a path: the file name without folders. */
export const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** Splits a name at its last dot; a name without a dot has no extension. */
export function splitName(name: string): FileName {
  const dot = name.lastIndexOf('.')
  return dot < 0
    ? { base: name, extension: '' }
    : { base: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() }
}

/** A name without the punctuation around it; a name that has nothing before its extension becomes `unnamed-file`. */
function nameOrUnnamed(name: string): string {
  const trimmed = trimCharacters(name, '.-_')
  const hadExtension = name.endsWith(`.${trimmed}`) && !trimmed.includes('.') && trimmed !== ''
  return hadExtension ? `${UNNAMED}.${trimmed}` : trimmed
}

/** Whether some servers would interpret a file with an inner extension. */
const isProgram = (part: string, isType: (extension: string) => boolean): boolean =>
  /^[a-zA-Z]{2,5}\d?$/.test(part) && !isType(part.toLowerCase())

/** Characters that have the same meaning in paths and URLs, with and without escapes. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}_+(!@,=~$-][\p{L}\p{M}\p{N}_.+()!@,=~$-]*$/u

/**
 * Splits a path, whose names another site has chosen, if it can be kept unchanged: relative, with plain names that leave
 * room for suffixes, and without inner extensions that are not `known`.
 */
export function keptPath(
  path: string,
  isType: (extension: string) => boolean,
): { readonly folder: string; readonly base: string; readonly extension: string } | undefined {
  const parts = path.split('/')
  const isKept = (part: string) => PLAIN_NAME.test(part) && utf8Length(part) <= MAX_BYTES - SUFFIX_BYTES
  const name = parts.at(-1) ?? ''
  const dot = name.lastIndexOf('.')
  if (parts.length > MAX_FOLDERS || !parts.every(isKept) || dot < 1) return undefined
  const inner = name.slice(0, dot).split('.').slice(1)
  if (inner.some(part => isProgram(part, isType))) return undefined
  const folder = path.slice(0, path.length - name.length)
  return { folder, base: name.slice(0, dot), extension: name.slice(dot + 1) }
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length

/**
 * Makes a name safe for file systems and URLs: removes accents and special characters, replaces spaces with `-`,
 * defuses inner extensions that are not `known` (`x.php.txt` becomes `x.php_.txt`), because some servers interpret
 * them, and fits the name and any suffix into 255 bytes of UTF-8.
 */
export function cleanFileName(input: string, isType: (extension: string) => boolean): FileName {
  const plain = normalize(lastSegment(input), 'NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæÆœŒøØđĐłŁþÞ]/g, letter => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(/[\s-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  const { base, extension } = splitName(nameOrUnnamed(plain))
  const maxBytes = Math.max(1, MAX_BYTES - SUFFIX_BYTES - utf8Length(`.${extension}`))
  const cut = (text: string) => {
    const fitting = cutBytes(text, maxBytes)
    return fitting.length === text.length ? text : trimEndCharacters(fitting, '.-')
  }
  const guard = (text: string) => {
    const [first = '', ...middle] = text.split('.')
    return [first, ...middle.map(part => (isProgram(part, isType) ? `${part}_` : part))].join('.')
  }
  // Defusing can make the name too long, and cutting can remove the last defusing character.
  return { base: guard(cut(guard(cut(base)))), extension }
}

/** The base names to try until one is free: `a`, `a-1`, `a-2` … */
export function* candidateBases(base: string): Generator<string> {
  if (base !== '' && !DERIVED_NAME.test(base)) yield base
  for (let number = 1; ; number++) yield `${base}-${number}`
}
