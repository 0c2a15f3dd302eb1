import { parseQuery, writeQuery } from '@platen/core'

/** The relative URL of the first page. */
const HOME = './'

/**
 * The page in a parameter, with its query; the first page for anything else. The URL is rebuilt, so that it cannot
 * point to another site.
 */
export function nextPage(given: string, isPage: (name: string) => boolean): string {
  const at = given.indexOf('?')
  const name = at < 0 ? given : given.slice(0, at)
  if (!isPage(name)) return HOME
  const query = at < 0 ? '' : writeQuery(parseQuery(given.slice(at + 1)))
  return `${name === '' ? HOME : name}${query === '' ? '' : `?${query}`}`
}

/** The URL of the sign-in page that redirects to a page afterwards. */
export function signInFirst(name: string, search: string): string {
  const next = search === '' ? name : `${name}?${search}`
  return next === '' ? 'sign-in' : `sign-in?redirect=${encodeURIComponent(next)}`
}
