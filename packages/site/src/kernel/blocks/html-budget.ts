/** The maximum length of the HTML of all uses of a block on a page of records, in UTF-16 code units. */
const MAX_HTML = 4 * 1024 * 1024

/** Limits the total HTML of all uses of a block: a short text can use a long list many times. */
export type HtmlBudget = (html: string) => string

/** Creates a budget, which returns HTML unchanged until the limit is exceeded, and nothing from then on. */
export function createHtmlBudget(): HtmlBudget {
  let shown = 0
  return html => {
    shown += html.length
    return shown > MAX_HTML ? '' : html
  }
}

/** Like {@link createHtmlBudget}, for HTML that is not generated at all once the limit is exceeded. */
export function createLazyHtmlBudget(): (make: () => string) => string {
  const within = createHtmlBudget()
  let isSpent = false
  return make => {
    const html = isSpent ? '' : make()
    const shown = within(html)
    isSpent ||= shown !== html
    return shown
  }
}
