import { type PageRequest, type PageResponse, parseQuery, writeQuery } from '@platen/core'
import { APPROVAL_PAGE } from './pages/authorize-application.js'
import { redirect } from './response.js'

/**
 * Leads from the path at which clients of a dialect expect the approval page to that of the console, with the whole query.
 * `path` is below the URL of the site, whose own path a proxy may have removed.
 */
export function approvalRedirect(
  siteUrl: string,
  path: string,
  base: string,
): (request: PageRequest) => PageResponse | undefined {
  const page = `${'../'.repeat(path.split('/').length - 2)}${`${base}/`.slice(1)}${APPROVAL_PAGE}`
  const paths = new Set([path, new URL(siteUrl + path).pathname])
  return ({ method, url }) => {
    const at = url.indexOf('?')
    if (!paths.has(at < 0 ? url : url.slice(0, at)) || (method !== 'GET' && method !== 'HEAD')) return undefined
    const query = at < 0 ? '' : writeQuery(parseQuery(url.slice(at + 1)))
    return redirect(query === '' ? page : `${page}?${query}`)
  }
}
