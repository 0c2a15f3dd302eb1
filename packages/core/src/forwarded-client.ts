/** What trusted proxies report of a client; `undefined` for what they do not report. */
export interface ForwardedClient {
  readonly address: string | undefined
  readonly secure: boolean | undefined
}

const NOTHING: ForwardedClient = Object.freeze({ address: undefined, secure: undefined })

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto`, for adapters. Only the last `hops` entries come from trusted
 * proxies: the first of them is the client's address. Without trusted proxies the headers are ignored.
 */
export function forwardedClient(headers: Readonly<Record<string, string | undefined>>, hops: number): ForwardedClient {
  if (hops <= 0) return NOTHING
  const scheme = headers['x-forwarded-proto']?.split(',')[0]?.trim()
  return {
    address: headers['x-forwarded-for']?.split(',').at(-hops)?.trim() || undefined,
    secure: scheme ? scheme.toLowerCase() === 'https' : undefined,
  }
}
