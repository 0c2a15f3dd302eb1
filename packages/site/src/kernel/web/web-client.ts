/** A request to the web. */
export interface WebRequest {
  /** At most this many bytes of the body are read. */
  readonly maxBytes: number
  /** The time limit of the request including all redirects, in milliseconds. */
  readonly timeout?: number | undefined
  /** The value of the header `Accept`. */
  readonly accept?: string | undefined
  /** Additional headers. They are not sent to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * The origin of the site itself, such as `http://localhost:8080`: URLs of this origin may be in a private network. It
   * must come from the site's configuration, never from a client.
   */
  readonly siteOrigin?: string | undefined
  /** Whether the body of a response is read for any status; by default, only for a 200. */
  readonly readsErrors?: boolean | undefined
  /** Whether a redirect to a URL is followed; by default to all URLs that may be requested. */
  readonly follows?: ((url: string) => boolean) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A response from the web, after redirects. */
export interface WebResponse {
  readonly outcome: 'response'
  readonly status: number
  /** The URL that responded. */
  readonly url: string
  /** The value of `Content-Type`; empty without one. */
  readonly contentType: string
  /** The headers by lower-case name; absent if the client does not report them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly bytes: Uint8Array
  /** Whether the body has more than `maxBytes`. */
  readonly truncated: boolean
}

/**
 * The result of a request. `refused`: the URL, its host or a redirect is not on the public web, or the name of its host
 * cannot be resolved. `failed`: no complete response, for example within the time.
 */
export type WebResult =
  | WebResponse
  | { readonly outcome: 'refused'; readonly reason: string; readonly cause?: unknown }
  | { readonly outcome: 'failed'; readonly cause: unknown }

/**
 * Requests pages from the web. The URLs come from users, so an implementation must not reach the site's own network: it
 * checks the addresses that each name resolves to, including those of redirects, and connects to a checked address.
 * Only the origin that a request declares as the site's own is exempt.
 */
export interface WebClient {
  /** Whether a URL may be requested, judging only by the URL itself. Only `get` resolves names. */
  permits(url: string): boolean
  /** Requests a URL by GET, and follows redirects. Never rejects. */
  get(url: string, request: WebRequest): Promise<WebResult>
}

/** Refuses all URLs: the web client of a site without one. */
export const noWebClient: WebClient = Object.freeze({
  permits: () => false,
  get: async () => ({ outcome: 'refused' as const, reason: 'The site does not send requests to the web.' }),
})
