import { balanceTags } from '../html/balance-tags.js'
import { escapeLooseAmpersands } from '../html/character-references.js'
import { autolink } from '../html/links.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import type { ShortcodeRegistry } from '../shortcodes/shortcode-registry.js'
import { convertEmoticons } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'

/** Options of {@link renderComment}. */
export interface CommentRenderOptions {
  /** The URL of the site; other links get `rel="nofollow"`. */
  readonly url?: string | undefined
  readonly shortcodes?: Pick<ShortcodeRegistry, 'tags'> | undefined
  /** Whether emoticons such as `:)` become emoji; true by default. */
  readonly emoticons?: boolean | undefined
}

/** Renders a comment to HTML, with automatic links and paragraphs. Shortcodes are not replaced. */
export const renderComment = (text: string, { url, shortcodes, emoticons }: CommentRenderOptions = {}): string => {
  const linked = autolink(text, url)
  const typesetText = escapeLooseAmpersands(typeset(linked, shortcodes?.tags))
  return toParagraphs(balanceTags(emoticons === false ? typesetText : convertEmoticons(typesetText)))
}
