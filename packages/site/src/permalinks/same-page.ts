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
