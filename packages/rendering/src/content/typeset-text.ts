import { isBlockText } from '../blocks/block-parser.js'
import type { BlockRegistry } from '../blocks/block-types.js'
import { renderBlocks } from '../blocks/render-blocks.js'
import { type PictureLookup, prepareMedia } from '../html/images.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import type { ShortcodeRegistry } from '../shortcodes/shortcode-types.js'
import { mightHoldSmileys, showSmileys } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'

/** What texts are rendered with. */
export interface Rendering {
  readonly blocks: BlockRegistry
  readonly shortcodes: ShortcodeRegistry
  /** The post whose text it is; 0 unless given. */
  readonly postId?: number | undefined
  /** Whether faces such as `:)` are shown as characters; they are unless this is false. */
  readonly smileys?: boolean | undefined
  /** What the site knows of its pictures. */
  readonly pictures?: PictureLookup | undefined
}

/** A text after typography. */
export interface TypesetText {
  readonly html: string
  /** Whether it is made of blocks: no paragraphs are made of it then. */
  readonly isBlocks: boolean
  /** Whether it may hold ampersands that typography did not write. */
  readonly hasAmpersands: boolean
  /** Whether it may hold faces, once that was asked. */
  mayHoldFaces?: boolean
  /** The paragraphs of it, once they were needed. */
  paragraphs?: string
}

/** Typesets a text, of whose blocks HTML is made already. */
export const typesetOf = (text: string, isBlocks: boolean, { shortcodes }: Rendering): TypesetText => ({
  html: typeset(text, shortcodes.tags),
  isBlocks,
  hasAmpersands: text.includes('&'),
})

/** The first steps of rendering a content: its early shortcodes, its blocks, typography. */
export const typesetContent = (content: string, rendering: Rendering): TypesetText => {
  const { blocks, shortcodes, postId = 0 } = rendering
  const source = shortcodes.renderEarly(content, postId)
  const isBlocks = isBlockText(source)
  return typesetOf(isBlocks ? renderBlocks(source, { blocks, postId }) : source, isBlocks, rendering)
}

/** Whether a text may hold faces that are to be shown as characters. */
export const mayHoldFaces = (text: TypesetText, { smileys }: Rendering): boolean => {
  if (smileys === false) return false
  text.mayHoldFaces ??= mightHoldSmileys(text.html)
  return text.mayHoldFaces
}

/** Shows faces as characters, where that is wanted. */
export const finish = (html: string, { smileys }: Rendering): string => (smileys === false ? html : showSmileys(html))

/** A text with its paragraphs: blocks have theirs. */
export const paragraphsOf = (text: TypesetText): string => {
  if (text.isBlocks) return text.html
  text.paragraphs ??= toParagraphs(text.html)
  return text.paragraphs
}

/** The last steps: paragraphs, shortcodes, pictures, faces. */
export const complete = (text: TypesetText, rendering: Rendering): string => {
  const { shortcodes, postId = 0, pictures } = rendering
  const paragraphs = paragraphsOf(text)
  const html = paragraphs.includes('[')
    ? shortcodes.render(unwrapShortcodes(paragraphs, shortcodes.tags), postId)
    : paragraphs
  const prepared = prepareMedia(html, pictures)
  return prepared === text.html && !mayHoldFaces(text, rendering) ? prepared : finish(prepared, rendering)
}
