import type { WebResult } from '../../web/web-client.js'

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Describes why a request has no response. */
export const reasonOf = (result: Exclude<WebResult, { readonly outcome: 'response' }>): string =>
  result.outcome === 'refused' ? result.reason : `The request failed: ${messageOf(result.cause)}.`
