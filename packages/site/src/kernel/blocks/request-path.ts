import { isUrl } from '@platen/core'
import type { BlockScope } from './block-scope.js'

/** The path of the request that the texts are shown for, on the site. */
export const requestPath = ({ requestUrl }: Pick<BlockScope, 'requestUrl'>): string => {
  const url = requestUrl()
  return isUrl(url) ? new URL(url).pathname : ''
}

/** The path of the request with its query, without a parameter. */
export function requestPathWithout(parameter: string, { requestUrl }: Pick<BlockScope, 'requestUrl'>): string {
  const written = requestUrl()
  if (!isUrl(written)) return ''
  const url = new URL(written)
  if (url.searchParams.has(parameter)) url.searchParams.delete(parameter)
  return url.pathname + url.search
}
