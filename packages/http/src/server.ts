import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expectContinue } from './expect-continue.js'
import { createListener } from './listener.js'
import type { Dispatcher, HttpOptions } from './options.js'

/** A server of its own for one dispatcher. */
export interface HttpServer {
  readonly server: Server
  /** Starts to accept; resolves with what it is bound to. A port of 0, or none, is any free one. */
  listen(where?: { readonly port?: number; readonly host?: string }): Promise<AddressInfo>
  /** Stops accepting, lets running requests finish and closes every connection. */
  close(): Promise<void>
}

/** Makes a server that answers by a dispatcher. */
export const createHttpServer = (dispatcher: Dispatcher, options: HttpOptions = {}): HttpServer =>
  createListenerServer(createListener(dispatcher, options), options)

/** Makes a server that answers by a listener, such as one that passes requests on to one of several sites. */
export function createListenerServer(
  listener: RequestListener,
  { requestTimeout = 300_000, closeTimeout = 10_000 }: Pick<HttpOptions, 'requestTimeout' | 'closeTimeout'> = {},
): HttpServer {
  const server = createServer({ requestTimeout, connectionsCheckingInterval: 1000 })
  server.on('request', listener)
  // For Node a connection that has not brought a request yet is not idle.
  const unused = new Set<Socket>()
  server.on('connection', socket => unused.add(socket) && socket.on('close', () => unused.delete(socket)))
  server.on('request', req => unused.delete(req.socket))
  server.on('checkContinue', (req, res) => {
    // A body that will be refused is not called for.
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
