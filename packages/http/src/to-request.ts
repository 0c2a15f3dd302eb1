import type { IncomingMessage as Req, ServerResponse as Res } from 'node:http'
import { headerText, type RequestBody, type RequestTarget, type RestRequest } from '@platen/core'
import { clientOf } from './client-of.js'

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
    for (const name in this.headers) this.headers[name] = headerText(this.headers[name] as string)
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
