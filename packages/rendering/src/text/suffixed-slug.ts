import { trimEndCharacters } from '@platen/core'

/** The maximum length of a slug, including its suffix. */
const MAX_LENGTH = 200

/** Matches one character of a slug: the percent-encoded octets of a character, or a plain character. */
export const SLUG_CHARACTER = /%[c-f][\da-f](?:%[89ab][\da-f])*|%[\da-f]{2}|./gisu

/** Appends a suffix to a slug, which is cut between two characters if it is too long. */
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
