import { Agent, request as send } from 'node:http'
import { createHttpServer, type HttpOptions } from '@platen/http'
import { type Dialect, openSite } from './open-site.js'
import type { Answer } from './sound-answers.js'

/** What is sent: a path below the interface's root, with its query; a body of text or bytes. */
export interface Sending {
  readonly method?: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** A role; `administrator` unless given. */
  readonly as?: string
}

/** A site with the fixture in a SQLite file, served over HTTP. */
export interface ServedSite {
  readonly dialect: Dialect
  readonly patterns: readonly string[]
  readonly errors: unknown[]
  readonly port: number
  send(sending: Sending): Promise<Answer>
  close(): Promise<void>
}

/** Serves a fresh site on a port of the system's choice. */
export async function serveSite(dialect: Dialect, path: string, options: HttpOptions = {}): Promise<ServedSite> {
  const { site, patterns, errors, store } = await openSite(dialect, path)
  const server = createHttpServer(site, { basePath: '/api', onError: error => errors.push(error), ...options })
  const { port } = await server.listen({ host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  return {
    dialect,
    patterns,
    errors,
    port,
    send: ({ method = 'GET', target, headers = {}, body, as = 'administrator' }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const req = send(
          {
            agent,
            port,
            host: '127.0.0.1',
            method,
            path: `/api${target}`,
            headers: { ...headers, ...length, 'x-as': as },
          },
          res => {
            const chunks: Uint8Array[] = []
            res.on('data', (chunk: Uint8Array) => chunks.push(chunk)).on('error', reject)
            res.on('end', () => {
              const named = Object.entries(res.headers).map(([name, value]) => [name, String(value)])
              resolve({
                status: res.statusCode ?? 0,
                headers: Object.fromEntries(named),
                text: Buffer.concat(chunks).toString(),
              })
            })
          },
        )
        req.on('error', reject)
        req.end(body)
      }),
    async close() {
      agent.destroy()
      await server.close()
      await store.close()
    },
  }
}
