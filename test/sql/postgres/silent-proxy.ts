import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'

/** A network between clients and a PostgreSQL server that can lose everything without an error. */
export interface SilentProxy {
  /** The URL of the database behind it. */
  readonly url: string
  /** Silences the connections of now that have sent a text; without it, all of them. */
  silence(sent?: string): void
  /** Silences the connections of now and all later ones, or no longer these. */
  silenceAll(isSilent: boolean): void
  /** Leads to the server of another URL from now on; existing connections are closed. */
  moveTo(url: string): void
  /** How often clients have sent a text. */
  timesSent(text: string): number
  /** Resolves when a client sends a text. */
  sent(text: string): Promise<void>
  close(): void
}

interface Link {
  readonly client: Socket
  readonly server: Socket
  sent: string
  isSilent: boolean
}

/** Starts a proxy for the server of a URL. */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  let { host, port } = new Client(url)
  const links = new Set<Link>()
  const awaited = new Map<string, () => void>()
  let isSilent = false
  const proxy = createServer(client => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const link: Link = { client, server, sent: '', isSilent }
    links.add(link)
    client.on('data', data => {
      link.sent += data.toString('latin1')
      for (const [text, resolve] of awaited) if (link.sent.includes(text)) resolve()
      if (!link.isSilent) server.write(data)
    })
    server.on('data', data => link.isSilent || client.write(data))
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined)
      // The other end learns nothing through a silent network, not even that this one is gone.
      socket.on('close', () => link.isSilent || other.destroy())
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const proxied = new URL(url)
  proxied.searchParams.delete('host')
  proxied.hostname = '127.0.0.1'
  proxied.port = String((proxy.address() as AddressInfo).port)
  return {
    url: proxied.href,
    silence(sent = '') {
      for (const link of links) if (link.sent.includes(sent)) link.isSilent = true
    },
    silenceAll(silent) {
      isSilent = silent
      if (silent) for (const link of links) link.isSilent = true
    },
    moveTo(url) {
      const target = new Client(url)
      host = target.host
      port = target.port
      for (const { client, server } of links) for (const socket of [client, server]) socket.destroy()
    },
    timesSent: text => [...links].reduce((sum, { sent }) => sum + sent.split(text).length - 1, 0),
    sent: text =>
      new Promise(resolve => {
        awaited.set(text, () => {
          awaited.delete(text)
          resolve()
        })
      }),
    close() {
      proxy.close()
      for (const { client, server } of links) for (const socket of [client, server]) socket.destroy()
    },
  }
}
