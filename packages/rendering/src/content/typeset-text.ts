import { isBlockText } from '../blocks/block-parser.js'
import { type BlockRendering, renderBlocks } from '../blocks/render-blocks.js'
import { type ImageLookup, prepareMedia } from '../html/images.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import type { ShortcodeRegistry } from '../shortcodes/shortcode-registry.js'
import { mightHoldEmoticons, showEmoticons } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'

/** What texts are rendered with. */
export interface Rendering extends BlockRendering {
  readonly shortcodes: ShortcodeRegistry
  /** Whether emoticons such as `:)` become emoji; they do unless this is false. */
  readonly emoticons?: boolean | undefined
  /** Finds what is known of images. */
  readonly images?: ImageLookup | undefined
}

/** A text after typography. */
export interface TypesetText {
  readonly html: string
  /** Whether it is made of blocks, which bring their own paragraphs. */
  readonly isBlocks: boolean
  /** Whether it may hold ampersands that typography has not written. */
  readonly hasAmpersands: boolean
  /** Whether it may hold emoticons, once that is known. */
  mayHoldEmoticons?: boolean
  /** The text in paragraphs, once it is needed. */
  paragraphs?: string
}

/** Typesets a text whose blocks are rendered. */
export const typesetOf = (text: string, isBlocks: boolean, { shortcodes }: Rendering): TypesetText => ({
  html: typeset(text, shortcodes.tags),
  isBlocks,
  hasAmpersands: text.includes('&'),
})

/** The first steps of rendering a content: its early shortcodes, its blocks, typography. */
export const typesetContent = (content: string, rendering: Rendering): TypesetText => {
  const { shortcodes, postId = 0 } = rendering
  const source = shortcodes.renderEarly(content, postId)
  const isBlocks = isBlockText(source)
  return typesetOf(isBlocks ? renderBlocks(source, rendering) : source, isBlocks, rendering)
}

/** Whether a text may hold emoticons that become emoji. */
export const mayHoldEmoticons = (text: TypesetText, { emoticons }: Rendering): boolean => {
  if (emoticons === false) return false
  text.mayHoldEmoticons ??= mightHoldEmoticons(text.html)
  return text.mayHoldEmoticons
}

/** Turns emoticons into emoji, where the rendering asks for it. */
export const finish = (html: string, { emoticons }: Rendering): string =>
  emoticons === false ? html : showEmoticons(html)

/** A text in paragraphs; blocks have their own. */
export const paragraphsOf = (text: TypesetText): string => {
  if (text.isBlocks) return text.html
  text.paragraphs ??= toParagraphs(text.html)
  return text.paragraphs
}

/** The last steps: paragraphs, shortcodes, images, emoticons. */
export const complete = (text: TypesetText, rendering: Rendering): string => {
  const { shortcodes, postId = 0, images } = rendering
  const paragraphs = paragraphsOf(text)
  const html = paragraphs.includes('[')
    ? shortcodes.render(unwrapShortcodes(paragraphs, shortcodes.tags), postId)
    : paragraphs
  const prepared = prepareMedia(html, images)
  return prepared === text.html && !mayHoldEmoticons(text, rendering) ? prepared : finish(prepared, rendering)
}
