import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { temporaryFolder } from '../../temporary-folder.js'
import { NOBODY, testServer, untilEnd, untilReady } from './server.js'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Why no pooler can be used, if so: for tests to skip themselves. */
export async function noPooler(): Promise<string | undefined> {
  if (!existsSync(PROGRAM)) return 'pgbouncer is not installed'
  const server = await testServer()
  return 'reason' in server ? server.reason : undefined
}

let started: Promise<string> | undefined

/** The URL of a pooler before the PostgreSQL server of this process, which ends with the process. */
export function testPooler(): Promise<string> {
  const start = async () => {
    const server = await testServer()
    if ('reason' in server) throw new Error(server.reason)
    return (await startPooler(server.url)).url
  }
  started ??= start()
  return started
}

/** A PgBouncer that assigns connections to transactions. */
export interface Pooler {
  /** The URL of the database behind it. */
  readonly url: string
  stop(): void
}

/** Starts one for the server of a URL, with `poolSize` connections to it and other settings; it ends with this process. */
export async function startPooler(
  url: string,
  poolSize = 20,
  others: Readonly<Record<string, string>> = {},
): Promise<Pooler> {
  const { host, port, user = '', database = '' } = new Client(url)
  const own = await freePort()
  const folder = temporaryFolder('pgbouncer')
  writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 500,
    ...others,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const databases = `[databases]\n${database} = host=${host} port=${port}\n`
  writeFileSync(join(folder, 'pgbouncer.ini'), `${databases}[pgbouncer]\n${lines.join('')}`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid)
  chmodSync(folder, 0o755)
  const words = ['-c', untilEnd('TERM'), 'sh', PROGRAM, '-q', join(folder, 'pgbouncer.ini')]
  const child = spawn('sh', words, { ...(isRoot && NOBODY), stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  const pooled = new URL(url)
  pooled.searchParams.delete('host')
  pooled.hostname = '127.0.0.1'
  pooled.port = String(own)
  await untilReady(`${pooled.href}${others['client_tls_sslmode'] === 'require' ? '?sslmode=no-verify' : ''}`)
  return { url: pooled.href, stop: () => child.stdin?.end() }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
