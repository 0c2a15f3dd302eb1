import { balanceTags } from '../html/balance-tags.js'
import { escapeLooseAmpersands } from '../html/character-references.js'
import { prepareMedia } from '../html/images.js'
import { paragraphWords } from '../paragraphs/paragraph-words.js'
import { isOneLine, toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import { trimSpace } from '../text/spaces.js'
import { stripScripts, stripTags } from '../text/strip-tags.js'
import { typeset, typesetAgain } from '../typography/typeset.js'
import { EXCERPT_WORDS, firstWords, renderProse } from './excerpt.js'
import { divideContent } from './more-tag.js'
import { type SharedContent, shareContent } from './shared-content.js'
import {
  complete,
  finish,
  mayHoldEmoticons,
  paragraphsOf,
  type Rendering,
  type TypesetText,
  typesetContent,
} from './typeset-text.js'

export type { Rendering } from './typeset-text.js'

/** What excerpts are rendered with. */
export interface ExcerptRendering extends Rendering {
  /** How many words of the content make an excerpt; 55 unless given. */
  readonly words?: number | undefined
  /** What follows these words when the content has more; ` [&hellip;]` unless given. */
  readonly more?: string | undefined
}

const MORE = ' [&hellip;]'

/**
 * Renders a title: HTML in print typography, without a paragraph. Shortcodes stay as they are written; whether the post
 * is private or has a password does not show.
 */
export const renderTitle = (title: string, { shortcodes }: Partial<Pick<Rendering, 'shortcodes'>> = {}): string =>
  escapeLooseAmpersands(typeset(trimSpace(title), shortcodes?.tags))

/**
 * Renders the content of a post to HTML: blocks as their types say, text without blocks as paragraphs, typography,
 * shortcodes, images.
 */
export const renderContent = (content: string, rendering: Rendering): string =>
  complete(typesetContent(content, rendering), rendering)

/** A text that an excerpt shows, before its own typography. */
interface ExcerptText {
  readonly text: string
  /** Whether it may hold ampersands that begin no character references. */
  readonly hasAmpersands: boolean
}

const wordsOf = (text: TypesetText, rendering: ExcerptRendering): ExcerptText => {
  const { words = EXCERPT_WORDS, more = MORE } = rendering
  if (!text.isBlocks && !mayHoldEmoticons(text, rendering)) {
    const found = paragraphWords(text.html, words, more) ?? paragraphWords(paragraphsOf(text), words, more)
    if (found !== undefined) return { text: found, hasAmpersands: text.hasAmpersands }
  }
  const stripped = stripTags(stripScripts(complete(text, { ...rendering, images: undefined })))
  return { text: firstWords(stripped, words, more), hasAmpersands: true }
}

/** The excerpt that is made of a content: the words before its more tag, without tags, at most as many as wanted. */
const makeExcerpt = (content: string, rendering: ExcerptRendering): ExcerptText => {
  const { shortcodes } = rendering
  const { teaser, hasMore } = divideContent(content)
  const prose = renderProse(shortcodes.strip(hasMore ? balanceTags(teaser) : teaser), rendering)
  return wordsOf(typesetContent(prose, rendering), rendering)
}

const renderExcerptText = ({ text, hasAmpersands }: ExcerptText, rendering: Rendering): string => {
  const { shortcodes, images } = rendering
  const revised = hasAmpersands
    ? escapeLooseAmpersands(typeset(text, shortcodes.tags))
    : typesetAgain(text, shortcodes.tags)
  const typesetText = finish(revised, rendering)
  if (isOneLine(typesetText) && !typesetText.includes('[')) return `<p>${typesetText}</p>\n`
  return prepareMedia(unwrapShortcodes(toParagraphs(typesetText), shortcodes.tags), images)
}

/** The texts of a post as they are stored. */
export interface PostTexts {
  readonly content: string
  readonly excerpt: string
}

/**
 * The text of an excerpt before its own typography and paragraphs: for blocks that show it, whose HTML gets those of the
 * text around.
 */
export const excerptText = ({ content, excerpt }: PostTexts, rendering: ExcerptRendering): string =>
  (trimSpace(excerpt) === '' ? makeExcerpt(content, rendering).text : excerpt).trim()

/** Renders the excerpt of a post: the one that was written, else one made of the content. Shortcodes stay as they are. */
export const renderExcerpt = (post: PostTexts, rendering: ExcerptRendering): string =>
  renderPost(post, rendering).excerpt()

/** The texts of a post for display. What they have in common is made only once. */
export interface RenderedPost {
  /** Like {@link renderContent}. */
  readonly content: () => string
  /** Like {@link renderExcerpt}. */
  readonly excerpt: () => string
}

/** Renders the texts of a post, each when it is asked for. */
export const renderPost = ({ content, excerpt }: PostTexts, rendering: ExcerptRendering): RenderedPost => {
  let shared: SharedContent | undefined
  const share = (): SharedContent | undefined => {
    if (shared === undefined && !content.includes('[')) shared = shareContent(content, rendering)
    return shared
  }
  const excerptText = (): ExcerptText => {
    if (trimSpace(excerpt) !== '') return { text: excerpt, hasAmpersands: true }
    const prose = share()?.prose()
    return prose === undefined ? makeExcerpt(content, rendering) : wordsOf(prose, rendering)
  }
  return {
    content: () => complete(share()?.whole() ?? typesetContent(content, rendering), rendering),
    excerpt: () => renderExcerptText(excerptText(), rendering),
  }
}
