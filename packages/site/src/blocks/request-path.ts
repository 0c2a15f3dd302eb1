import { isUrl } from '@platen/core'
import type { BlockScope } from './block-scope.js'

/** The path of the request that the texts are shown for, on the site. */
export const requestPath = ({ requestUrl }: Pick<BlockScope, 'requestUrl'>): string => {
  const url = requestUrl()
  return isUrl(url) ? new URL(url).pathname : ''
}
