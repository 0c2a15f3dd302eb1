import { type Html, html } from './html.js'
import { fill } from './messages.js'
import type { PublicScope } from './page.js'

/** Which page of a list a query names: a number from 1. */
export const pageNumber = (text = ''): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)

/** Links to the previous and next page; nothing for a list of one page. */
export function pagination({ messages, query }: PublicScope, page: number, pages: number): Html | undefined {
  if (pages <= 1) return undefined
  const { done: _, ...rest } = query
  const link = (number: number, label: string) =>
    number >= 1 &&
    number <= pages &&
    html`<li><a href="?${new URLSearchParams({ ...rest, page: String(number) }).toString()}">${label}</a></li>`
  return html`<nav class="pagination" aria-label="${messages.pagination}">
<p>${fill(messages.pageOf, { page, pages })}</p>
<ul>${link(page - 1, messages.previousPage)}${link(page + 1, messages.nextPage)}</ul>
</nav>`
}
