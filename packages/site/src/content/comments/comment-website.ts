import { isSafeUrl, urlFromHtml } from '@platen/rendering'
import type { CommentRecord } from '../../kernel/records/index.js'

/** The value that browsers submit for an untouched URL field. */
const NO_URL = 'http://'

/** The website of the author of a comment, which is stored escaped for HTML; empty if there is none to link to. */
export function websiteOf({ authorUrl }: Pick<CommentRecord, 'authorUrl'>): string {
  const url = isSafeUrl(authorUrl) ? urlFromHtml(authorUrl) : ''
  return url === NO_URL ? '' : url
}
