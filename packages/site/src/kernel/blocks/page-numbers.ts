/** The pages that a list links to. */
export interface NumberedPages {
  /** The page that is shown. */
  readonly page: number
  readonly pages: number
  /** How many numbers are shown on each side of that of the page; the first and the last one always are. */
  readonly around: number
  /** Whether scripts of the page replace the list instead of loading another page. */
  readonly isEnhanced?: boolean
  hrefOf(page: number): string
}

/** The maximum number of page numbers on each side. */
const MAX_AROUND = 100

/** The links to pages by their numbers, one per line; empty if there is only one page. */
export function pageNumbers({ page, pages, around, isEnhanced = false, hrefOf }: NumberedPages): string {
  if (pages < 2) return ''
  const reach = Math.min(Math.max(Math.trunc(around), 0), MAX_AROUND)
  const first = Math.max(1, page - reach)
  const last = Math.min(pages, page + reach)
  let index = 0
  const key = (isLink: boolean): string => {
    if (!isEnhanced) return ''
    return ` data-wp-key="index-${index++}"${isLink ? ' data-wp-on--click="core/query::actions.navigate"' : ''}`
  }
  const link = (number: number) =>
    number === page
      ? `<span${key(false)} aria-current="page" class="page-numbers current">${number}</span>`
      : `<a${key(true)} class="page-numbers" href="${hrefOf(number)}">${number.toLocaleString('en')}</a>`
  const dots = () => `<span${key(false)} class="page-numbers dots">&hellip;</span>`
  const links: string[] = []
  if (first > 1) links.push(link(1))
  if (first > 2) links.push(dots())
  for (let number = first; number <= last; number++) links.push(link(number))
  if (last < pages - 1) links.push(dots())
  if (last < pages) links.push(link(pages))
  return links.join('\n')
}
