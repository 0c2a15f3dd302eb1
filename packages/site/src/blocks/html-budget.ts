/** How much HTML the uses of a block may show on a page of records, in UTF-16 code units. */
const MAX_HTML = 4 * 1024 * 1024

/** Limits the HTML of all uses of a block together: a short text can use a long list many times. */
export type HtmlBudget = (html: string) => string

/** Creates a budget: it returns HTML as it is until too much was shown, and nothing from then on. */
export function createHtmlBudget(): HtmlBudget {
  let shown = 0
  return html => {
    shown += html.length
    return shown > MAX_HTML ? '' : html
  }
}

/** Like {@link createHtmlBudget}, for HTML that is not even made once too much was shown. */
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
