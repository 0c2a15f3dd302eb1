import { COMMENT_HTML, DESCRIPTION_HTML, POST_HTML, TITLE_HTML } from './allowed-html.js'
import { createHtmlSanitizer, type HtmlSanitizer } from './sanitize-html.js'

/** Where a text of somebody stands who may not use any HTML they like. */
export type HtmlPlace = 'title' | 'content' | 'description' | 'comment'

const sanitizers: Readonly<Record<HtmlPlace, HtmlSanitizer>> = {
  title: createHtmlSanitizer(TITLE_HTML),
  content: createHtmlSanitizer(POST_HTML),
  description: createHtmlSanitizer(DESCRIPTION_HTML),
  comment: createHtmlSanitizer(COMMENT_HTML),
}

/** A text with nothing but the HTML that everybody may use there. */
export const filterHtml = (html: string, place: HtmlPlace): string => sanitizers[place](html)
