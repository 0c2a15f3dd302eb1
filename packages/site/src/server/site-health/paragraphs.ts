import { escapeHtml } from '@platen/rendering'

/** Each text as an HTML paragraph; empty texts are omitted. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts.map(text => (text === '' ? '' : `<p>${escapeHtml(text)}</p>`)).join('')

/** Texts as a list in HTML. */
export const listOf = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : `<ul>${texts.map(text => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
