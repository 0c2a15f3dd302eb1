import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestBody, RestRequest } from '@platen/core'

const foreign = /[^\t -~]/

// Node hands bytes above 127 over as Latin-1; clients that send them mean UTF-8.
function textHeaders(req: IncomingMessage): Record<string, string> {
  const given = req.headers as Record<string, string>
  let copy: Record<string, string> | undefined
  for (const name in given) {
    const value = given[name] as string
    if (typeof value === 'string' && !foreign.test(value)) continue
    copy ??= { ...given }
    copy[name] = Buffer.from(String(value), 'latin1').toString()
  }
  return copy ?? given
}

/** What a request says, as plain data; `path` begins below the interface's root. */
export class HttpRequest implements RestRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly remoteAddress: string | undefined
  readonly secure: boolean
  readonly #res: ServerResponse
  #gone: AbortController | undefined

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    readonly path: string,
    readonly query: string,
    readonly body: RequestBody | undefined,
    proxies: number,
  ) {
    const headers = textHeaders(req)
    const forwarded = proxies > 0 ? headers['x-forwarded-for']?.split(',').at(-proxies)?.trim() : undefined
    const scheme = proxies > 0 ? headers['x-forwarded-proto']?.split(',')[0]?.trim() : undefined
    const address = forwarded || req.socket.remoteAddress
    this.#res = res
    this.method = req.method ?? 'GET'
    this.headers = headers
    this.remoteAddress = address?.startsWith('::ffff:') ? address.slice(7) : address
    this.secure = scheme ? scheme.toLowerCase() === 'https' : 'encrypted' in req.socket
  }

  /** Made when somebody asks for it: it costs more than the rest of a small request. */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController()
      const res = this.#res
      if (res.destroyed && !res.writableFinished) gone.abort()
      res.on('close', () => res.writableFinished || gone.abort())
      this.#gone = gone
    }
    return this.#gone.signal
  }
}
