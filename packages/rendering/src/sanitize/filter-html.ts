import { hasBlocks, isBlockText } from '../blocks/block-parser.js'
import { COMMENT_HTML, DESCRIPTION_HTML, POST_HTML, TITLE_HTML } from './allowed-html.js'
import { sanitizeBlocks } from './sanitize-blocks.js'
import { createHtmlSanitizer, type HtmlSanitizer } from './sanitize-html.js'

/** Where a text of somebody stands who may not use any HTML they like. */
export type HtmlPlace = 'title' | 'content' | 'excerpt' | 'description' | 'comment'

/** Titles and excerpts are no place for blocks: they are what looks like one once the text is clean. */
const thenBlocks =
  (sanitize: HtmlSanitizer): HtmlSanitizer =>
  html => {
    const clean = sanitize(html)
    return hasBlocks(clean) ? sanitizeBlocks(clean, sanitize) : clean
  }

const sanitizePost = createHtmlSanitizer(POST_HTML)

const sanitizers: Readonly<Record<HtmlPlace, HtmlSanitizer>> = {
  title: thenBlocks(createHtmlSanitizer(TITLE_HTML)),
  content: html => (isBlockText(html) ? sanitizeBlocks(html, sanitizePost) : sanitizePost(html)),
  excerpt: thenBlocks(sanitizePost),
  description: createHtmlSanitizer(DESCRIPTION_HTML),
  comment: createHtmlSanitizer(COMMENT_HTML),
}

/** A text with nothing but the HTML that everybody may use there. Blocks stay blocks. */
export const filterHtml = (html: string, place: HtmlPlace): string => sanitizers[place](html)
