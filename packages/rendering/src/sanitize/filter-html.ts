import { hasBlocks, isBlockText } from '../blocks/block-parser.js'
import { escapeUnfinishedTags } from '../text/unfinished-tags.js'
import { COMMENT_HTML, DESCRIPTION_HTML, NAME_HTML, NO_HTML, NOTE_HTML, POST_HTML, TITLE_HTML } from './allowed-html.js'
import { sanitizeBlocks } from './sanitize-blocks.js'
import { createHtmlSanitizer, type HtmlFilterOptions, type HtmlSanitizer } from './sanitize-html.js'

/** The use of a text, which determines the HTML that it may contain. */
export type HtmlContext = 'title' | 'content' | 'excerpt' | 'description' | 'comment' | 'name' | 'note' | 'none'

/** Outside of post content, block delimiters are recognized only if browsers also read them as comments. */
const withBlocks =
  (sanitize: HtmlSanitizer): HtmlSanitizer =>
  (html, options) => {
    const text = escapeUnfinishedTags(html)
    return sanitize(hasBlocks(text) ? sanitizeBlocks(text, part => sanitize(part, options)) : text, options)
  }

const sanitizePost = createHtmlSanitizer(POST_HTML)

const sanitizeContent: HtmlSanitizer = (html, options) =>
  isBlockText(html) ? sanitizeBlocks(html, part => sanitizePost(part, options)) : sanitizePost(html, options)

const sanitizers: Readonly<Record<HtmlContext, HtmlSanitizer>> = {
  title: withBlocks(createHtmlSanitizer(TITLE_HTML)),
  content: sanitizeContent,
  excerpt: withBlocks(sanitizePost),
  description: withBlocks(createHtmlSanitizer(DESCRIPTION_HTML)),
  comment: withBlocks(createHtmlSanitizer(COMMENT_HTML)),
  name: createHtmlSanitizer(NAME_HTML),
  note: createHtmlSanitizer(NOTE_HTML),
  none: createHtmlSanitizer(NO_HTML),
}

/** Removes the HTML that users without the capability `unfiltered_html` may not use in a context. Blocks remain. */
export const filterHtml = (html: string, context: HtmlContext, options?: HtmlFilterOptions): string =>
  sanitizers[context](html, options)
