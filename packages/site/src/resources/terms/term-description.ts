import { filterHtml } from '../../rendering/filter-html.js'

/** The description of a term as it is stored and shown: HTML with no more than the marks of a line of text. */
export function cleanTermDescription(html: string): string {
  return filterHtml(html, 'description')
}
