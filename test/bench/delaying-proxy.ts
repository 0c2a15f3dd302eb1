import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { Client } from 'pg'

/** A network to a PostgreSQL server whose round trips take time, and are counted. */
export interface DelayingProxy {
  /** The URL of the database behind it. */
  readonly url: string
  /**
   * The round trips so far, one after the other: how often something was received after something had been sent. Those of
   * several connections at the same time are one.
   */
  roundTrips(): number
  close(): void
}

/** Starts a proxy that delays all responses by some milliseconds. */
export async function startDelayingProxy(url: string, delay: number): Promise<DelayingProxy> {
  const { host, port } = new Client(url)
  let roundTrips = 0
  let isAnswered = true
  const proxy = createServer({ noDelay: true }, client => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    server.setNoDelay(true)
    client.on('data', data => {
      isAnswered = false
      server.write(data)
    })
    const respond = (data: Buffer) => {
      if (!isAnswered) roundTrips++
      isAnswered = true
      client.write(data)
    }
    server.on('data', data => (delay === 0 ? respond(data) : setTimeout(respond, delay, data)))
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const proxied = new URL(url)
  proxied.searchParams.delete('host')
  proxied.hostname = '127.0.0.1'
  proxied.port = String((proxy.address() as AddressInfo).port)
  return { url: proxied.href, roundTrips: () => roundTrips, close: () => void proxy.close() }
}
