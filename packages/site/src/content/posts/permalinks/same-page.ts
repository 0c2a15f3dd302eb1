import { isUrl, trimEndCharacters } from '@platen/core'

/** The parts of a URL that identify a page, without the scheme and a trailing slash. */
export const pageKey = ({ host, pathname }: URL): string => `${host}${trimEndCharacters(pathname, '/').toLowerCase()}`

/** Whether a permalink points to the page of a URL, which may have additional parameters. */
export function isSamePage(link: string, url: URL): boolean {
  if (!isUrl(link)) return false
  const own = new URL(link)
  return (
    pageKey(own) === pageKey(url) &&
    [...own.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
  )
}

/** What follows the address of a post in those of its other pages: of its parts, comments, feeds and its embed. */
const ENDING = /\/(?:embed|trackback|(?:feed\/)?(?:feed|rdf|rss2?|atom)|(?:page\/|comment-page-)?\d+)$/

/** The URL of the page that another page of the same post belongs to; `undefined` for any other URL. */
export function mainPageOf(url: string): string | undefined {
  if (!isUrl(url)) return undefined
  const page = new URL(url)
  const path = trimEndCharacters(page.pathname, '/')
  const main = path.replace(ENDING, '')
  if (main === path || main === '') return undefined
  page.pathname = `${main}/`
  return page.href
}
