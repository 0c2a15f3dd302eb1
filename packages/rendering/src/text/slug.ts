import { removeAccents } from './accents.js'
import { cutText } from './cut-text.js'
import { stripTags } from './strip-tags.js'
import { SLUG_CHARACTER } from './suffixed-slug.js'

const MAX_BYTES = 200
/** The number of characters of a title that are read. */
const MAX_READ = 2000
const plain = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/i
const encoder = new TextEncoder()
export const ENCODED_OCTET = /%[\da-f]{2}/i

/** Characters that separate words, and characters that are removed. */
const SEPARATORS = [
  ...'\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2011\u2013\u2014\u2028\u2029\u202f',
]
const DROPPED = [
  ...'\u00a1\u00a9\u00ab\u00ad\u00ae\u00b0\u00b4\u00bb\u00bf\u02ca\u0300\u0301\u0304\u030c\u200b\u200c\u200d\u200e\u200f',
  ...'\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2022\u2026\u202a\u202b\u202c\u202d\u202e\u2039\u203a\u2122\ufeff',
]

const encode = (character: string): string => {
  let result = ''
  for (const byte of encoder.encode(character)) result += `%${byte.toString(16).padStart(2, '0')}`
  return result
}

const anyOf = (characters: readonly string[]): RegExp => new RegExp(characters.map(encode).join('|'), 'g')

const separators = anyOf(SEPARATORS)
const dropped = anyOf(DROPPED)
const separatingEntities = /&(?:nbsp|ndash|mdash|#160|#8211|#8212);|\//g

/** Percent-encodes characters beyond ASCII, and cuts the result at the limit. */
const encodeWithin = (text: string, limit: number): string => {
  let result = ''
  for (const [character] of text.matchAll(SLUG_CHARACTER)) {
    const written = character <= '\x7f' || character.startsWith('%') ? character : encode(character)
    if (result.length + written.length > limit) break
    result += written
  }
  return result
}

/** Character by character, so that a sigma stays the same at the end of a word. */
const lowerCase = (text: string): string => {
  let result = ''
  for (const character of text) result += character.toLowerCase()
  return result
}

const keepOctets = (text: string): string =>
  text.replace(/%/g, (found, index: number) => (ENCODED_OCTET.test(text.slice(index, index + 3)) ? found : ''))

/** Removes everything from an ampersand to the next semicolon. */
const dropReferences = (text: string): string => {
  let result = ''
  let done = 0
  for (let start = text.indexOf('&'); start !== -1; start = text.indexOf('&', start + 1)) {
    const end = text.indexOf(';', start + 1)
    if (end === -1) break
    if (start < done || end === start + 1) continue
    result += text.slice(done, start)
    done = end + 1
  }
  return result + text.slice(done)
}

/** Replaces non-ASCII characters that separate words, and removes those that slugs do not contain. */
const replaceOctets = (encoded: string): string =>
  encoded
    .replace(/%c3%97/g, 'x')
    .replace(separators, '-')
    .replace(dropped, '')

const readable = (text: string): string => keepOctets(cutText(stripTags(text), MAX_READ))

const tidy = (encoded: string): string =>
  dropReferences(encoded)
    .replaceAll('.', '-')
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/[ -]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Creates a slug from a title: in lower case, without accents and punctuation, words joined by dashes, other letters
 * percent-encoded, at most 200 characters. Encoded octets are preserved. May be empty.
 */
export const slugify = (title: string): string => {
  if (plain.test(title) && title.length <= MAX_BYTES) return title.toLowerCase().replaceAll(' ', '-')
  const encoded = encodeWithin(lowerCase(removeAccents(readable(title))), MAX_BYTES)
  return tidy(replaceOctets(encoded.replace(separatingEntities, '-')))
}

/**
 * The slug for looking up posts. It is like that of {@link slugify}, but letters keep their accents: `über`
 * finds the slug `%c3%bcber`, not `uber`.
 */
export const lookupSlug = (slug: string): string => tidy(encodeWithin(lowerCase(readable(slug)), MAX_BYTES))

/** Like {@link slugify}, for a requested slug: `0` becomes empty. */
export const slugifyRequested = (text: string): string => {
  const slug = slugify(text)
  return slug === '0' ? '' : slug
}

/** Decodes the percent-encoded octets of a slug; octets that are not UTF-8 are preserved. */
export const decodeOctets = (slug: string): string =>
  slug.replace(/(?:%[\da-f]{2})+/gi, octets => {
    try {
      return decodeURIComponent(octets)
    } catch {
      return octets
    }
  })

/** Sanitizes a key: lower-case letters, digits, dashes and underscores. */
export const sanitizeKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_-]/g, '')
