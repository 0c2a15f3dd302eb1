import { type HandlerRequest, writePath, writeQuery } from '@platen/core'
import type { SiteContext } from '../context/index.js'

/** The URL of a request, without parameters of its body. */
export function requestUrlOf(
  { apiUrl }: Pick<SiteContext, 'apiUrl'>,
  { path, query }: Pick<HandlerRequest, 'path' | 'query'>,
): string {
  const written = writeQuery(query)
  return `${apiUrl}${writePath(path)}${written === '' ? '' : `?${written}`}`
}
