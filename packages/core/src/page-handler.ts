import type { RestRequest } from './request.js'

/** A request for a page, outside of the interface. */
export interface PageRequest extends Pick<RestRequest, 'method' | 'headers' | 'body' | 'remoteAddress' | 'secure'> {
  /** The path as it was sent, with its query. */
  readonly url: string
}

/** The response of a page. A header with several values is a list. */
export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

/** Responds to some URLs with pages, and resolves with `undefined` for all others. */
export type PageHandler = (request: PageRequest) => Promise<PageResponse | undefined>
