import { SEPARATORS } from '../resource/field-selection.js'
/** The relations that `_embed` requests. */
export type EmbedSelection = 'all' | ReadonlySet<string>

const ALL: ReadonlySet<string> = new Set(['0', '1', 'true'])
const texts = (given: object) => Object.values(given).filter(name => typeof name === 'string')

/**
 * Reads `_embed`: empty, `1` or `0` is all relations, otherwise a text of relations between commas or spaces, or a list
 * or map of relations.
 */
export function parseEmbed(given: unknown): EmbedSelection | undefined {
  if (typeof given === 'object' && given !== null) {
    const names = texts(given)
    return names.length === 0 ? undefined : new Set(names)
  }
  if (typeof given !== 'string') return undefined
  const names = given.split(SEPARATORS).filter(name => name !== '')
  return names.length === 0 || ALL.has(given) ? 'all' : new Set(names)
}
