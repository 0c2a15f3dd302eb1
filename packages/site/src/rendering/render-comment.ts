import { balanceTags } from './balance-tags.js'
import { BUILT_IN_SHORTCODES } from './built-in-shortcodes.js'
import { escapeLooseAmpersands } from './character-references.js'
import { linkAddresses } from './links.js'
import { toParagraphs } from './paragraphs.js'
import type { ShortcodeRegistry } from './shortcodes.js'
import { showSmileys } from './smileys.js'
import { typeset } from './typography.js'

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
