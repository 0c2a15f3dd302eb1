/** Data about a client from trusted proxies; undefined if they report nothing. */
export interface ForwardedClient {
  readonly address: string | undefined
  readonly secure: boolean | undefined
}

const NOTHING: ForwardedClient = Object.freeze({ address: undefined, secure: undefined })

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto`, for adapters. `hops` is the number of trusted proxies: the entry that
 * the first of them added is the client's address, and likewise the scheme. With 0, the headers are ignored.
 */
export function forwardedClient(headers: Readonly<Record<string, string | undefined>>, hops: number): ForwardedClient {
  if (hops <= 0) return NOTHING
  // Most proxies replace the scheme; some append to the schemes that the client has sent.
  const schemes = headers['x-forwarded-proto']?.split(',')
  const scheme = (schemes?.at(-hops) ?? schemes?.[0])?.trim()
  return {
    address: headers['x-forwarded-for']?.split(',').at(-hops)?.trim() || undefined,
    secure: scheme ? scheme.toLowerCase() === 'https' : undefined,
  }
}
