import { isUrl, trimEndCharacters } from '@platen/core'

/** What tells pages apart: not the scheme, nor a slash at the end. */
export const pageKey = ({ host, pathname }: URL): string => `${host}${trimEndCharacters(pathname, '/').toLowerCase()}`

/** Whether a permalink leads to the page of a URL, which may have further parameters. */
export function isSamePage(link: string, url: URL): boolean {
  if (!isUrl(link)) return false
  const own = new URL(link)
  return (
    pageKey(own) === pageKey(url) &&
    [...own.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
  )
}
