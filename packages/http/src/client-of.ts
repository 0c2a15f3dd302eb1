import type { IncomingMessage } from 'node:http'
import { forwardedClient } from '@platen/core'

/**
 * The client of a request: its address (undefined on Unix sockets), and whether it uses TLS. That is undefined for a
 * plain connection, which may come from a proxy that terminates TLS.
 */
export type Client = { readonly remoteAddress: string | undefined; readonly secure: boolean | undefined }

/**
 * Finds the client of a request, for forms that an application serves itself. As in `HttpOptions`, `trustProxy` is the
 * number of proxies that are trusted to report it: none by default.
 */
export function clientOf(req: IncomingMessage, trustProxy: number | boolean = 0): Client {
  const forwarded = forwardedClient(req.headers as Record<string, string>, Number(trustProxy))
  return {
    remoteAddress: (forwarded.address ?? req.socket.remoteAddress)?.replace(/^::ffff:(?=\d+\.)/i, ''),
    secure: forwarded.secure ?? ('encrypted' in req.socket ? true : undefined),
  }
}
