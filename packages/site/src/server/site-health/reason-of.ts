import { messageOf } from '@platen/core'
import type { WebResult } from '../../kernel/web/index.js'

/** Describes why a request has no response. */
export const reasonOf = (result: Exclude<WebResult, { readonly outcome: 'response' }>): string =>
  result.outcome === 'refused' ? result.reason : `The request failed: ${messageOf(result.cause)}.`
