import type { RequestListener } from 'node:http'
import { RestError } from '@platen/core'
import { createCors } from './cors.js'
import type { Dispatcher, HttpOptions } from './options.js'
import { readBody } from './read-body.js'
import { toRequest } from './to-request.js'
import { writeResponse } from './write-response.js'

// Only requests to proxies name a scheme and a host as well.
const target = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/i

/** Makes the function that answers requests below `basePath` by a dispatcher: for `http.createServer` or a framework. */
export function createListener(dispatcher: Dispatcher, options: HttpOptions = {}): RequestListener {
  const base = (options.basePath ?? '/cms-json').replace(/\/+$/, '')
  const cors = createCors(options.cors ?? {})
  return async (req, res) => {
    const gone = new AbortController()
    res.on('close', () => res.writableFinished || gone.abort())
    try {
      const [, path = '', query = ''] = target.exec(req.url ?? '') ?? []
      if (path !== base && !path.startsWith(`${base}/`)) {
        if (options.fallback) return await options.fallback(req, res)
        throw new RestError('not_found', 'There is nothing at this address.', 404)
      }
      for (const [name, value] of Object.entries(cors(req.headers.origin))) res.setHeader(name, value)
      const request = toRequest(req, path.slice(base.length) || '/', query, Number(options.trustProxy ?? 0))
      const body = await readBody(req, options)
      writeResponse(res, await dispatcher.dispatch({ ...request, body, signal: gone.signal }))
    } catch (error) {
      if (gone.signal.aborted) return
      const told = error instanceof RestError ? error : new RestError('internal_server_error', 'It failed.', 500)
      if (told !== error) (options.onError ?? console.error)(error, req)
      const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
      writeResponse(res, { status: told.status ?? 500, headers, text: () => JSON.stringify(told.toBody()) })
    }
  }
}
