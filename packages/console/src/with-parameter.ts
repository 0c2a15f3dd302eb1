/** The URL of a page, which may have a query, with one more parameter. */
export const withParameter = (page: string, name: string, value: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
