import type { IncomingMessage as Req, ServerResponse as Res } from 'node:http'
import type { RequestBody, RequestTarget, RestRequest } from '@platen/core'
import { clientOf } from './client-of.js'
import { UNPRINTABLE } from './write-response.js'

/** A request as plain data; `path` is relative to the interface's root. */
export class HttpRequest implements RestRequest {
  body: RequestBody | undefined
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Record<string, string>
  readonly remoteAddress: string | undefined
  readonly secure: boolean | undefined
  readonly #res: Res
  #gone: AbortController | undefined

  constructor(req: Req, res: Res, target: RequestTarget, trustProxy: number | boolean | undefined) {
    this.headers = req.headers as Record<string, string>
    // Node decodes bytes above 127 as Latin-1; clients send them as UTF-8.
    for (const name in this.headers) {
      const value = this.headers[name] as string
      if (UNPRINTABLE.test(value)) this.headers[name] = Buffer.from(value, 'latin1').toString()
    }
    this.#res = res
    this.method = req.method ?? 'GET'
    this.path = target.path
    this.query = target.query
    ;({ remoteAddress: this.remoteAddress, secure: this.secure } = clientOf(req, trustProxy))
  }

  /** Aborted when the client disconnects. Created on demand: it costs more than the rest of a small request. */
  get signal(): AbortSignal {
    if (!this.#gone) this.#res.once('close', () => this.#res.writableFinished || this.#gone?.abort())
    this.#gone ??= new AbortController()
    return this.#gone.signal
  }
}
