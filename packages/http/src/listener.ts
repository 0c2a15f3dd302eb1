import type { RequestListener } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import {
  createCors,
  createMemoryBudget,
  createTargetReader,
  type Dispatcher,
  errorReporter,
  failureResponse,
  type MemoryBudget,
  outsideInterface,
  receiveBody,
  requestLine,
  requireAdapter,
} from '@platen/core'
import { httpChecks } from './http-checks.js'
import type { HttpOptions } from './options.js'
import { createRequestBatches } from './request-batches.js'
import { hasBody, requestBody } from './request-body.js'
import { createResponseTurns } from './response-turn.js'
import { sampleUnsent } from './sample-unsent.js'
import { servePage } from './serve-page.js'
import { HttpRequest } from './to-request.js'
import { closeAfter } from './unread-body.js'
import { writeResponse } from './write-response.js'

/** The memory that clients of a listener can use for as long as they like. */
interface ClientMemory {
  /** Bodies of requests, until the response. */
  readonly bodies: MemoryBudget
  /** Responses that are not sent yet. */
  readonly responses: MemoryBudget
}

/** The memory for the clients of a listener: an eighth of the heap each, unless options limit it. */
function clientMemory({ maxBufferedBytes, maxUnreadBytes }: HttpOptions): ClientMemory {
  const share = getHeapStatistics().heap_size_limit / 8
  return {
    bodies: createMemoryBudget(maxBufferedBytes ?? share),
    responses: createMemoryBudget(maxUnreadBytes ?? share),
  }
}

// Only requests to proxies include a scheme and a host.
const authority = /^https?:\/\/[^/?]*/i

/**
 * Creates a listener for `http.createServer` or a framework. Bodies parsed by middleware are used as is. Throws a
 * `RangeError` for unknown and invalid options.
 */
export function createListener(dispatcher: Dispatcher, options: HttpOptions = {}): RequestListener {
  requireAdapter('createListener', dispatcher, options, httpChecks)
  const basePath = options.basePath ?? dispatcher.basePath
  const targetOf = createTargetReader({ ...options, basePath })
  const cors = createCors(options.cors ?? {})
  const report = errorReporter(options.onError)
  const memory = clientMemory(options)
  const responseTurn = createResponseTurns()
  // Batches of reads are limited in time, because of the memory that they take. Writes of a batch share a commit.
  const joinReads = createRequestBatches(32, 4)
  const joinWrites = createRequestBatches(32)
  return async (req, res) => {
    const turn = responseTurn(req, res)
    if (turn !== undefined) await turn
    const arriving = hasBody(req) ? receiveBody(memory.bodies, options, () => closeAfter(res)) : undefined
    const preflight = req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined
    try {
      const url = req.url?.startsWith('/') ? req.url : (req.url ?? '').replace(authority, '')
      const at = url.indexOf('?')
      const target = at < 0 ? targetOf(url, '') : targetOf(url.slice(0, at), url.slice(at + 1))
      if (target === undefined) {
        if (options.pages && (await servePage(options.pages, req, res, arriving, memory.responses, options))) return
        if (options.fallback) {
          sampleUnsent(res, memory.responses)
          return await options.fallback(req, res)
        }
        throw outsideInterface(basePath)
      }
      const request = new HttpRequest(req, res, target, options.trustProxy)
      if (arriving !== undefined) request.body = requestBody(req, arriving, options)
      await (request.method === 'GET' ? joinReads() : joinWrites())
      const response = await dispatcher.dispatch(request)
      writeResponse(res, response, cors(req.headers.origin, preflight), memory.responses, preflight)
    } catch (error) {
      const reportUnsent = (thrown: unknown) => res.destroyed || report(thrown, requestLine(req.method, req.url))
      const reply = failureResponse(error, reportUnsent, dispatcher.translateError)
      writeResponse(res, reply, cors(req.headers.origin, preflight), memory.responses, preflight)
    } finally {
      arriving?.release()
    }
  }
}
