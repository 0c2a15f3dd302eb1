import { balanceTags } from '../html/balance-tags.js'
import { escapeLooseAmpersands } from '../html/character-references.js'
import { linkAddresses } from '../html/links.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import type { ShortcodeRegistry } from '../shortcodes/shortcode-registry.js'
import { showEmoticons } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'

/** What comments are rendered with. */
export interface CommentRendering {
  /** The site's address: links to it are trusted more than others. */
  readonly url?: string | undefined
  readonly shortcodes?: Pick<ShortcodeRegistry, 'tags'> | undefined
  /** Whether emoticons such as `:)` become emoji; they do unless this is false. */
  readonly emoticons?: boolean | undefined
}

/** Renders the text of a comment to HTML: addresses become links, lines paragraphs; shortcodes stay as written. */
export const renderComment = (text: string, { url, shortcodes, emoticons }: CommentRendering = {}): string => {
  const linked = linkAddresses(text, url)
  const typesetText = escapeLooseAmpersands(typeset(linked, shortcodes?.tags))
  return toParagraphs(balanceTags(emoticons === false ? typesetText : showEmoticons(typesetText)))
}
