import type { RequestListener } from 'node:http'
import { createCohorts, failureResponse, RestError, trimEndCharacters } from '@platen/core'
import { createCors } from './cors.js'
import type { Dispatcher, HttpOptions } from './options.js'
import { hasBody, readBody } from './read-body.js'
import { HttpRequest } from './to-request.js'
import { writeResponse } from './write-response.js'

// Only requests to proxies name a scheme and a host as well.
const authority = /^https?:\/\/[^/?]*/i

// All servers of a process share its event loop.
const joinCohort = createCohorts(setImmediate)

/** Makes the function that answers requests below `basePath` by a dispatcher: for `http.createServer` or a framework. */
export function createListener(dispatcher: Dispatcher, options: HttpOptions = {}): RequestListener {
  const base = trimEndCharacters(options.basePath ?? '/cms-json', '/')
  const cors = createCors(options.cors ?? {})
  const hops = Number(options.trustProxy ?? 0)
  const { onError = (thrown: unknown) => console.error(thrown) }: Pick<HttpOptions, 'onError'> = options
  return async (req, res) => {
    try {
      const url = req.url?.startsWith('/') ? req.url : (req.url ?? '').replace(authority, '')
      const at = url.indexOf('?')
      const path = at < 0 ? url : url.slice(0, at)
      if (path !== base && !path.startsWith(`${base}/`)) {
        if (options.fallback) return await options.fallback(req, res)
        throw new RestError('not_found', 'There is nothing at this address.', 404)
      }
      const request = new HttpRequest(req, res, path.slice(base.length) || '/', at < 0 ? '' : url.slice(at + 1), hops)
      if (hasBody(req)) request.body = await readBody(req, options)
      await joinCohort()
      writeResponse(res, await dispatcher.dispatch(request), cors(req.headers.origin))
    } catch (error) {
      const answer = failureResponse(error, thrown => res.destroyed || onError(thrown, req))
      writeResponse(res, answer, cors(req.headers.origin))
    }
  }
}
