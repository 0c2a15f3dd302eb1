import { isBlockText } from '../blocks/block-parser.js'
import { type BlockRenderOptions, renderBlocks } from '../blocks/render-blocks.js'
import { type ImageLookup, prepareMedia } from '../html/images.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import type { LibraryLookups, ShortcodeRegistry } from '../shortcodes/shortcode-registry.js'
import { convertEmoticons, mightContainEmoticons } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'
import { settleUrls } from './open-urls.js'

/** Options of rendering the texts of posts. */
export interface RenderOptions extends BlockRenderOptions, LibraryLookups {
  readonly shortcodes: ShortcodeRegistry
  /** Whether emoticons such as `:)` become emoji; true by default. */
  readonly emoticons?: boolean | undefined
  /** Looks up images of the site's library. */
  readonly images?: ImageLookup | undefined
}

/** A text after typography. */
export interface TypesetText {
  readonly html: string
  /** Whether it consists of blocks, which have their own paragraphs. */
  readonly isBlocks: boolean
  /** Whether it may contain ampersands of the author, besides those of typography. */
  readonly hasAmpersands: boolean
  /** Whether it depends on nothing but the content and the registered blocks, as far as shortcodes do not matter. */
  readonly isSelfContained?: (() => boolean) | undefined
  /** Memoized: whether it may contain emoticons. */
  mayContainEmoticons?: boolean
  /** Memoized: whether its HTML may contain shortcodes. */
  mayHoldShortcodes?: boolean | undefined
  /** Memoized: the text in paragraphs. */
  paragraphs?: string
}

/** Typesets a text whose blocks are rendered. */
export const typesetOf = (
  text: string,
  isBlocks: boolean,
  { shortcodes }: RenderOptions,
  isSelfContained?: () => boolean,
): TypesetText => ({
  html: typeset(text, shortcodes.tags),
  isBlocks,
  hasAmpersands: text.includes('&'),
  isSelfContained,
})

/** The first steps of rendering content: players of files, early shortcodes, blocks, typography. */
export const typesetContent = (content: string, options: RenderOptions): TypesetText => {
  const { shortcodes, postId = 0 } = options
  const source = shortcodes.renderEarly(settleUrls(content, shortcodes.tags), postId)
  const isBlocks = isBlockText(source)
  return typesetOf(isBlocks ? renderBlocks(source, options) : source, isBlocks, options)
}

/** Whether the HTML of a text may contain shortcodes. */
export const textMayHoldShortcodes = (text: TypesetText, { shortcodes }: RenderOptions): boolean => {
  text.mayHoldShortcodes ??= mayHoldShortcodes(text.html, shortcodes.tags)
  return text.mayHoldShortcodes
}

/** Whether a text may contain emoticons that become emoji. */
export const mayContainEmoticons = (text: TypesetText, { emoticons }: RenderOptions): boolean => {
  if (emoticons === false) return false
  text.mayContainEmoticons ??= mightContainEmoticons(text.html)
  return text.mayContainEmoticons
}

/** Converts emoticons to emoji, if the options enable it. */
export const withEmoticons = (html: string, { emoticons }: RenderOptions): string =>
  emoticons === false ? html : convertEmoticons(html)

/** The text in paragraphs; blocks have their own. */
const paragraphsOf = (text: TypesetText): string => {
  if (text.isBlocks) return text.html
  text.paragraphs ??= toParagraphs(text.html)
  return text.paragraphs
}

/** The last steps of rendering content: paragraphs, shortcodes, images, emoticons. */
export const finishHtml = (text: TypesetText, options: RenderOptions): string => {
  const { shortcodes, postId = 0, images } = options
  const paragraphs = paragraphsOf(text)
  const holdsShortcodes = text.isBlocks
    ? textMayHoldShortcodes(text, options)
    : mayHoldShortcodes(paragraphs, shortcodes.tags)
  const html = holdsShortcodes
    ? shortcodes.render(unwrapShortcodes(paragraphs, shortcodes.tags), postId, options)
    : paragraphs
  const prepared = prepareMedia(html, images)
  return prepared === text.html && !mayContainEmoticons(text, options) ? prepared : withEmoticons(prepared, options)
}
