import { hasBlocks, isBlockText } from '../blocks/block-parser.js'
import { COMMENT_HTML, DESCRIPTION_HTML, NAME_HTML, NOTE_HTML, POST_HTML, TITLE_HTML } from './allowed-html.js'
import { sanitizeBlocks } from './sanitize-blocks.js'
import { createHtmlSanitizer, type HtmlSanitizer } from './sanitize-html.js'

/** Where a text is used, which determines the HTML that it may contain. */
export type HtmlContext = 'title' | 'content' | 'excerpt' | 'description' | 'comment' | 'name' | 'note'

/** Titles and excerpts have no blocks: only what still looks like a block after sanitizing is handled as one. */
const thenBlocks =
  (sanitize: HtmlSanitizer): HtmlSanitizer =>
  html => {
    const clean = sanitize(html)
    return hasBlocks(clean) ? sanitizeBlocks(clean, sanitize) : clean
  }

const sanitizePost = createHtmlSanitizer(POST_HTML)

const sanitizers: Readonly<Record<HtmlContext, HtmlSanitizer>> = {
  title: thenBlocks(createHtmlSanitizer(TITLE_HTML)),
  content: html => (isBlockText(html) ? sanitizeBlocks(html, sanitizePost) : sanitizePost(html)),
  excerpt: thenBlocks(sanitizePost),
  description: createHtmlSanitizer(DESCRIPTION_HTML),
  comment: createHtmlSanitizer(COMMENT_HTML),
  name: createHtmlSanitizer(NAME_HTML),
  note: createHtmlSanitizer(NOTE_HTML),
}

/** Removes the HTML that users without the capability `unfiltered_html` may not use there. Blocks stay blocks. */
export const filterHtml = (html: string, context: HtmlContext): string => sanitizers[context](html)
