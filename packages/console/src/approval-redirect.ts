import { type PageRequest, type PageResponse, parseQuery, writeQuery } from '@platen/core'
import { dialectPath } from './dialect-path.js'
import { redirect } from './response.js'

/** The name of the page, which is its path below the console. */
export const APPROVAL_PAGE = 'authorize-application'

/** Leads from the path at which clients of a dialect expect the approval page to that of the console, with the whole query. */
export function approvalRedirect(
  siteUrl: string,
  path: string,
  base: string,
): (request: PageRequest) => PageResponse | undefined {
  const { queryOf, toConsole } = dialectPath(siteUrl, path, base)
  const page = toConsole + APPROVAL_PAGE
  return ({ method, url }) => {
    const given = queryOf(url)
    if (given === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
    const query = writeQuery(parseQuery(given))
    return redirect(query === '' ? page : `${page}?${query}`)
  }
}
