import { trimSpace } from '../text/spaces.js'
import { stripScripts, stripTags } from '../text/strip-tags.js'
import { balanceTags } from './balance-tags.js'
import { isBlockText } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'
import { BUILT_IN_SHORTCODES } from './built-in-shortcodes.js'
import { firstWords, renderProse } from './excerpt.js'
import { type PictureLookup, prepareMedia } from './images.js'
import { divideContent } from './more-tag.js'
import { toParagraphs } from './paragraphs.js'
import { renderBlocks } from './render-blocks.js'
import { unwrapShortcodes } from './shortcode-paragraphs.js'
import type { ShortcodeRegistry } from './shortcodes.js'
import { showSmileys } from './smileys.js'
import { escapeLooseAmpersands, typeset } from './typography.js'

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

/** An excerpt is rendered with these, too. */
export interface ExcerptRendering extends Rendering {
  /** How many words of the content make an excerpt; 55 unless given. */
  readonly words?: number | undefined
}

const EXCERPT_WORDS = 55
const MORE = ' [&hellip;]'

/**
 * Renders a title: HTML in print typography, without a paragraph. Shortcodes stay as they are written; whether the post
 * is private or has a password does not show.
 */
export const renderTitle = (title: string, { shortcodes }: Partial<Pick<Rendering, 'shortcodes'>> = {}): string =>
  escapeLooseAmpersands(typeset(trimSpace(title), shortcodes?.tags ?? BUILT_IN_SHORTCODES))

const finish = (html: string, { smileys }: Rendering): string => (smileys === false ? html : showSmileys(html))

/**
 * Renders the content of a post to HTML: blocks as their types say, text without blocks as paragraphs, typography,
 * shortcodes, pictures.
 */
export const renderContent = (content: string, rendering: Rendering): string => {
  const { blocks, shortcodes, postId = 0, pictures } = rendering
  const source = shortcodes.renderEarly(content, postId)
  const isBlocks = isBlockText(source)
  const text = isBlocks ? renderBlocks(source, { blocks, postId }) : source
  const typesetText = typeset(text, shortcodes.tags)
  const paragraphs = unwrapShortcodes(isBlocks ? typesetText : toParagraphs(typesetText), shortcodes.tags)
  return finish(prepareMedia(shortcodes.render(paragraphs, postId), pictures), rendering)
}

/** The excerpt that is made of a content: the words before its more tag, without tags, at most as many as wanted. */
const makeExcerpt = (content: string, rendering: ExcerptRendering): string => {
  const { blocks, shortcodes, postId = 0, words = EXCERPT_WORDS } = rendering
  const { teaser, hasMore } = divideContent(content)
  const prose = renderProse(shortcodes.strip(hasMore ? balanceTags(teaser) : teaser), { blocks, postId })
  const html = renderContent(prose, { ...rendering, pictures: undefined })
  return firstWords(stripTags(stripScripts(html)), words, MORE)
}

/** Renders the excerpt of a post: the one that was written, else one made of the content. Shortcodes stay as they are. */
export const renderExcerpt = (
  post: { readonly excerpt: string; readonly content: string },
  rendering: ExcerptRendering,
): string => {
  const text = trimSpace(post.excerpt) === '' ? makeExcerpt(post.content, rendering) : post.excerpt
  const typesetText = finish(escapeLooseAmpersands(typeset(text, rendering.shortcodes.tags)), rendering)
  return prepareMedia(unwrapShortcodes(toParagraphs(typesetText), rendering.shortcodes.tags), rendering.pictures)
}
