import { copyText } from '@platen/core'
import { balanceTags } from '../html/balance-tags.js'
import { escapeLooseAmpersands } from '../html/character-references.js'
import { prepareMedia } from '../html/images.js'
import { markupWords } from '../paragraphs/markup-words.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { unwrapShortcodes } from '../paragraphs/shortcode-paragraphs.js'
import { mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import { trimSpace } from '../text/spaces.js'
import { stripScripts, stripTags } from '../text/strip-tags.js'
import { mightContainEmoticons } from '../typography/emoticons.js'
import { typeset } from '../typography/typeset.js'
import { beginningOf } from './beginning.js'
import { EXCERPT_WORDS, firstWords, renderProse } from './excerpt.js'
import { divideContent } from './more-tag.js'
import { mayHaveOpenUrls } from './open-urls.js'
import { type CachedHtml, cachedHtml, type RenderedText } from './rendered-texts.js'
import { type SharedContent, shareContent } from './shared-content.js'
import { finishHtml, type RenderOptions, type TypesetText, typesetContent, withEmoticons } from './typeset-text.js'

/** Whether content may have marks of footnotes. */
export const mayHoldFootnoteMarks = (content: string): boolean => content.includes('<sup data-fn="')

/** Removes the marks of footnotes, as the editor writes them; others are ordinary text. */
export const withoutFootnoteMarks = (html: string): string =>
  mayHoldFootnoteMarks(html)
    ? html.replace(/<sup data-fn="[^"<>]+" class="[^"<>]+">\s*<a href="[^"<>]+" id="[^"<>]+">\d+<\/a>\s*<\/sup>/g, '')
    : html

export type { RenderOptions } from './typeset-text.js'

/** Options of rendering excerpts. */
export interface ExcerptRenderOptions extends RenderOptions {
  /** The number of words that are taken from the content; 55 by default. */
  readonly words?: number | undefined
  /** The text after these words if the content has more; ` [&hellip;]` by default. */
  readonly more?: string | undefined
}

const MORE = ' [&hellip;]'

/**
 * Renders a title to HTML with print typography, without a paragraph. Shortcodes are not replaced. There is no prefix for
 * private or password-protected posts.
 */
export const renderTitle = (title: string, { shortcodes }: Partial<Pick<RenderOptions, 'shortcodes'>> = {}): string =>
  escapeLooseAmpersands(typeset(trimSpace(title), shortcodes?.tags))

/**
 * Renders the content of a post to HTML: blocks, or paragraphs for text without blocks; typography, shortcodes, images.
 */
export const renderContent = (content: string, options: RenderOptions): string =>
  finishHtml(typesetContent(content, options), options)

/**
 * Renders the content of a post for a list: up to its more tag, which `more` replaces with a link. It receives the text
 * of the tag, as in `<!--more Read on-->`.
 */
export const renderTeaser = (content: string, more: (text: string) => string, options: RenderOptions): string => {
  const { teaser, hasMore, moreText } = divideContent(content)
  return renderContent(hasMore ? balanceTags(`${teaser} ${more(moreText)}`) : teaser, options)
}

/** The text of an excerpt, before its own typography. */
const wordsOf = (text: TypesetText, options: ExcerptRenderOptions): string => {
  const { words = EXCERPT_WORDS, more = MORE } = options
  const found =
    text.isBlocks || mayHoldShortcodes(text.html, options.shortcodes.tags)
      ? undefined
      : markupWords(withEmoticons(text.html, options), words, more)
  return found ?? firstWords(stripTags(stripScripts(finishHtml(text, { ...options, images: undefined }))), words, more)
}

/** Creates an excerpt from content: its first words up to the more tag, without tags and marks of footnotes. */
const makeExcerpt = (content: string, options: ExcerptRenderOptions): string => {
  const { shortcodes } = options
  const { teaser, hasMore } = divideContent(content)
  const prose = renderProse(shortcodes.strip(hasMore ? balanceTags(teaser) : teaser), options)
  return wordsOf(typesetContent(withoutFootnoteMarks(prose), options), options)
}

const renderExcerptText = (text: string, options: RenderOptions): string => {
  const { shortcodes, images } = options
  const typesetText = withEmoticons(escapeLooseAmpersands(typeset(text, shortcodes.tags)), options)
  return prepareMedia(unwrapShortcodes(toParagraphs(typesetText), shortcodes.tags), images)
}

/** The stored texts of a post. */
export interface PostTexts {
  readonly content: string
  readonly excerpt: string
  /** Returns what excerpts are created from, if that is not the content. */
  readonly summarized?: (() => string) | undefined
}

/**
 * The text of an excerpt without typography and paragraphs, for blocks that show it: the text around them is typeset
 * later.
 */
export const excerptText = (post: PostTexts, options: ExcerptRenderOptions): string =>
  renderPost(post, options).excerptText()

/** Renders the excerpt of a post: the stored one, or else one created from the content. Shortcodes are not replaced. */
export const renderExcerpt = (post: PostTexts, options: ExcerptRenderOptions): string =>
  renderPost(post, options).excerpt()

/** The rendered texts of a post. Common steps are performed once. */
export interface RenderedPost {
  /** Like {@link renderContent}. */
  readonly content: () => string
  /** Like {@link renderExcerpt}. */
  readonly excerpt: () => string
  /** Like {@link excerptText}. */
  readonly excerptText: () => string
  /** The result of `content` as a JSON string. */
  readonly contentJson: () => string
  /** The result of `excerpt` as a JSON string. */
  readonly excerptJson: () => string
}

const jsonOf = (cached: CachedHtml): string => {
  cached.json ??= JSON.stringify(cached.html)
  return cached.json
}

/** Renders the texts of a post on demand. */
export const renderPost = (
  { content, excerpt, summarized }: PostTexts,
  options: ExcerptRenderOptions,
): RenderedPost => {
  const { postId = 0, words, more } = options
  const { renderedTexts } = options.blocks
  let cached = renderedTexts.isEnabled ? renderedTexts.get(postId, content) : undefined
  let shared: SharedContent | undefined
  const share = (): SharedContent | undefined => {
    if (shared === undefined && !mayHoldShortcodes(content, options.shortcodes.tags) && !mayHaveOpenUrls(content))
      shared = shareContent(content, options)
    return shared
  }
  const mayCache = postId !== 0 && renderedTexts.isEnabled
  const cache = (part: RenderedText): void => {
    cached = renderedTexts.set(postId, content, part)
  }
  const isCreated = trimSpace(excerpt) === ''
  let summary: string | undefined
  const summaryOf = (): string => {
    summary ??= summarized?.() ?? content
    return summary
  }
  const shorten = (): TypesetText | undefined =>
    summaryOf() !== content || mayHoldFootnoteMarks(content) ? undefined : share()?.prose()
  const shortened = (prose: TypesetText | undefined): string =>
    prose === undefined ? makeExcerpt(summaryOf(), options) : wordsOf(prose, options)
  /** The excerpt of a long content, if its beginning has more words than that. */
  const shortenedBeginning = (): string | undefined => {
    const beginning = beginningOf(summaryOf(), words ?? EXCERPT_WORDS, options.shortcodes.tags)
    const text = beginning === undefined ? undefined : makeExcerpt(beginning, options)
    return text?.endsWith(more ?? MORE) ? text : undefined
  }
  const cachedExcerpt = (): CachedHtml | undefined =>
    isCreated && words === undefined && more === undefined ? cached?.excerpt : undefined

  const renderWhole = (): string => {
    const text = share()?.whole() ?? typesetContent(content, options)
    const html = finishHtml(text, options)
    if (mayCache && isLasting(content, text, html)) cache({ content: cachedHtml(html) })
    return html
  }
  const renderShortened = (): string => {
    if (!isCreated) return renderExcerptText(excerpt, options)
    const beginning = shortenedBeginning()
    if (beginning !== undefined) return renderExcerptText(beginning, options)
    const prose = shorten()
    const text = shortened(prose)
    const html = renderExcerptText(text, options)
    const isUsual = words === undefined && more === undefined
    if (mayCache && isUsual && prose !== undefined && isLasting(content, prose, html, text))
      cache({ excerpt: cachedHtml(html) })
    return html
  }
  const ofWords = (): string => {
    const known = cached?.words
    if (known !== undefined && known.words === words && known.more === more) return known.text
    const beginning = shortenedBeginning()
    if (beginning !== undefined) return beginning
    const prose = shorten()
    const text = shortened(prose)
    if (mayCache && prose !== undefined && isLasting(content, prose, text))
      cache({ words: { text: copyText(text), words, more } })
    return text
  }
  let whole: string | undefined
  let short: string | undefined
  const ofContent = (): string => {
    whole ??= cached?.content?.html ?? renderWhole()
    return whole
  }
  const ofExcerpt = (): string => {
    short ??= cachedExcerpt()?.html ?? renderShortened()
    return short
  }
  return {
    content: ofContent,
    excerpt: ofExcerpt,
    excerptText: () => (isCreated ? ofWords() : excerpt).trim(),
    contentJson() {
      const html = ofContent()
      return cached?.content === undefined ? JSON.stringify(html) : jsonOf(cached.content)
    },
    excerptJson() {
      const html = ofExcerpt()
      const known = cachedExcerpt()
      return known === undefined ? JSON.stringify(html) : jsonOf(known)
    },
  }
}

/**
 * Whether the HTML of a content is the same until the registered blocks change: shortcodes, images and frames may show
 * something else later, and emoticons depend on an option.
 */
const isLasting = (content: string, { html, isSelfContained }: TypesetText, ...rendered: readonly string[]): boolean =>
  !content.includes('[') &&
  !html.includes('[') &&
  !html.includes('<i') &&
  ![html, ...rendered].some(mightContainEmoticons) &&
  isSelfContained?.() === true
