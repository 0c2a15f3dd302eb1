import { isBlockText } from '../blocks/block-parser.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'

/** Contents up to this length are read whole. */
const LONG = 32 * 1024
/** The length of the beginning of longer ones, and the number of words that it certainly suffices for. */
const BEGINNING = 16 * 1024
const MAX_WORDS = 200

const hasScripts = /<(?:script|style)/i

/**
 * The beginning of a long content, from which an excerpt of some words can be created; `undefined` if the content is
 * not long, or if the first words may depend on the rest. An excerpt of a content of 300 KB takes 1 ms instead of 75.
 */
export function beginningOf(content: string, words: number, tags: ReadonlySet<string>): string | undefined {
  if (content.length <= LONG || words < 0 || words > MAX_WORDS) return undefined
  const part = content.slice(0, BEGINNING)
  if (hasScripts.test(part) || mayHoldShortcodes(part, tags)) return undefined
  const beginning = part.slice(0, endIn(part))
  return isBlockText(beginning) === isBlockText(content) ? beginning : undefined
}

/** Where the last block or paragraph ends, or the last word before an unfinished tag. */
function endIn(part: string): number {
  const delimiter = part.lastIndexOf('<!-- /wp:')
  const closed = delimiter === -1 ? -1 : part.indexOf('-->', delimiter)
  const last = Math.max(closed === -1 ? 0 : closed + 3, part.lastIndexOf('\n\n'))
  if (last > BEGINNING / 2) return last
  const tag = part.lastIndexOf('<')
  const end = tag > part.lastIndexOf('>') ? tag : part.length
  return Math.max(last, part.lastIndexOf(' ', end - 1), part.lastIndexOf('\n', end - 1))
}
