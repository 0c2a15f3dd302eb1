import { balanceTags } from '../html/balance-tags.js'
import { escapeLooseAmpersands } from '../html/character-references.js'
import { linkAddresses } from '../html/links.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { BUILT_IN_SHORTCODES } from '../shortcodes/built-in-shortcodes.js'
import type { ShortcodeRegistry } from '../shortcodes/shortcode-types.js'
import { showSmileys } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'

/** What comments are rendered with. */
export interface CommentRendering {
  /** The site's address: links to it are trusted more than others. */
  readonly url?: string | undefined
  readonly shortcodes?: Pick<ShortcodeRegistry, 'tags'> | undefined
  /** Whether faces such as `:)` are shown as characters; they are unless this is false. */
  readonly smileys?: boolean | undefined
}

/** Renders the text of a comment to HTML: addresses become links, lines paragraphs; shortcodes stay as written. */
export const renderComment = (text: string, { url, shortcodes, smileys }: CommentRendering = {}): string => {
  const linked = linkAddresses(text, url)
  const typesetText = escapeLooseAmpersands(typeset(linked, shortcodes?.tags ?? BUILT_IN_SHORTCODES))
  return toParagraphs(balanceTags(smileys === false ? typesetText : showSmileys(typesetText)))
}
