import { isBlockText } from '../blocks/block-parser.js'
import { type BlockRenderOptions, renderBlocks } from '../blocks/render-blocks.js'
import { type ImageLookup, prepareMedia } from '../html/images.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import type { LibraryLookups, ShortcodeRegistry } from '../shortcodes/shortcode-registry.js'
import { convertEmoticons } from '../typography/emoticons.js'
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
  /** Whether it depends on nothing but the content and the registered blocks, as far as shortcodes do not matter. */
  readonly isSelfContained?: (() => boolean) | undefined
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
  isSelfContained,
})

/** The first steps of rendering content: players of files, early shortcodes, blocks, typography. */
export const typesetContent = (content: string, options: RenderOptions): TypesetText => {
  const { shortcodes, postId = 0 } = options
  const source = shortcodes.renderEarly(settleUrls(content, shortcodes.tags), postId)
  const isBlocks = isBlockText(source)
  return typesetOf(isBlocks ? renderBlocks(source, options) : source, isBlocks, options)
}

/** Converts emoticons to emoji, if the options enable it. */
export const withEmoticons = (html: string, { emoticons }: RenderOptions): string =>
  emoticons === false ? html : convertEmoticons(html)

/** The last steps of rendering content: paragraphs, which blocks have already, shortcodes, images, emoticons. */
export const finishHtml = ({ html, isBlocks }: TypesetText, options: RenderOptions): string => {
  const { shortcodes, postId = 0, images } = options
  const paragraphs = isBlocks ? html : toParagraphs(html)
  const complete = mayHoldShortcodes(paragraphs, shortcodes.tags)
    ? shortcodes.render(unwrapShortcodes(paragraphs, shortcodes.tags), postId, options)
    : paragraphs
  return withEmoticons(prepareMedia(complete, images), options)
}
