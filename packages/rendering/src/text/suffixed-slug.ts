import { trimEndCharacters } from '@platen/core'

/** Slugs are kept within this many characters, suffix included. */
const MAX_LENGTH = 200

/** A character as slugs have it: percent-encoded octets that belong together, or one of its own. */
export const SLUG_CHARACTER = /%[c-f][\da-f](?:%[89ab][\da-f])*|%[\da-f]{2}|./gisu

/** A slug with something at its end: what is too long is cut between two characters. */
export function suffixedSlug(slug: string, suffix: string): string {
  const room = MAX_LENGTH - suffix.length
  if (slug.length <= room) return `${slug}${suffix}`
  let length = 0
  for (const [character] of slug.matchAll(SLUG_CHARACTER)) {
    if (length + character.length > room) break
    length += character.length
  }
  return `${trimEndCharacters(slug.slice(0, length), '-')}${suffix}`
}
