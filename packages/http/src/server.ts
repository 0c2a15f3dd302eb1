import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Dispatcher, requireOptions } from '@platen/core'
import { expectContinue } from './expect-continue.js'
import { serverChecks } from './http-checks.js'
import { createListener } from './listener.js'
import type { HttpOptions, ServerOptions } from './options.js'
import { resetConnection } from './reset-connection.js'

/** An HTTP server for a dispatcher or a listener. */
export interface HttpServer {
  readonly server: Server
  /** Starts to accept connections; resolves with the bound address. Without a port, or with 0, it uses a free one. */
  listen(where?: { readonly port?: number; readonly host?: string }): Promise<AddressInfo>
  /** Stops accepting, lets running requests finish and closes every connection. */
  close(): Promise<void>
}

/** Creates a server for a dispatcher. Throws a `RangeError` for unknown and invalid options. */
export const createHttpServer = (dispatcher: Dispatcher, options: HttpOptions = {}): HttpServer =>
  serverOf(createListener(dispatcher, options), options)

/**
 * Creates a server for a listener, such as one that passes each request to one of several sites. Throws like
 * `createHttpServer`.
 */
export function createListenerServer(listener: RequestListener, options: ServerOptions = {}): HttpServer {
  requireOptions('createListenerServer', options, serverChecks)
  return serverOf(listener, options)
}

/** The earlier of two timeouts, of which 0 is none. */
const earlier = (a: number, b: number): number => (a === 0 || b === 0 ? a + b : Math.min(a, b))

function serverOf(
  listener: RequestListener,
  { requestTimeout = 300_000, headersTimeout = 30_000, stallTimeout = 120_000, closeTimeout = 10_000 }: ServerOptions,
): HttpServer {
  const timeouts = { requestTimeout, headersTimeout: earlier(headersTimeout, requestTimeout) }
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1000 }, listener).setTimeout(stallTimeout)
  // Node does not count a connection without a request as idle.
  const unused = new Set<Socket>()
  server.on('connection', socket => unused.add(socket) && socket.on('close', () => unused.delete(socket)))
  server.on('request', req => unused.delete(req.socket))
  // With a listener, Node does not close connections whose requests are still arriving or being handled.
  server.on('request', ({ socket }, res) => res.on('timeout', () => socket.writableLength > 0 && resetConnection(res)))
  server.on('checkContinue', (req, res) => {
    // The client must not send a body that will be refused.
    expectContinue(req, res)
    server.emit('request', req, res)
  })
  return {
    server,
    async listen({ port = 0, host } = {}) {
      await once(server.listen(port, host), 'listening')
      return server.address() as AddressInfo
    },
    async close() {
      if (!server.listening) return
      for (const socket of unused) socket.destroy()
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
      await once(server.close(), 'close')
      for (const timer of [sweep, cut]) clearTimeout(timer)
    },
  }
}
