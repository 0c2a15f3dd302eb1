import { type Changes, lastChange } from '@platen/storage'
import type { Work } from '../work.js'
import type { Connection } from './client.js'
import { translateError } from './errors.js'
import { createLostResponses } from './lost-responses.js'
import type { Pool } from './pool.js'
import { RefusedSnapshot, readSnapshot } from './snapshots.js'
import { type Commits, type WatchOptions, watch } from './watching.js'

/** The connections to a replica. */
export interface ReplicaConnections {
  readonly pool: Pool
  /** Opens the connection that checks it. */
  readonly open: WatchOptions['open']
  /** Its URL without the password, for errors. */
  readonly place: string
}

/** What this process knows of the primary. */
export interface Known {
  readonly commits: Commits
  /** The changes in a state of the primary. */
  changesIn(commits: Commits): Changes
  /** The id of a recent commit. */
  idOf(revision: number): number | undefined
  /** The number of connections so far that listened: behind each may be another server. */
  readonly epoch: number
}

export interface ReplicaOptions {
  readonly replicas: readonly ReplicaConnections[]
  /** The table that counts commits, with its schema. */
  readonly table: string
  /** The time between heartbeats, in milliseconds. */
  readonly interval: number
  /** As long as commits are noticed. */
  known(): Known | undefined
}

/** The servers that have the commits of another one, the primary, after a while. */
export interface Replicas {
  /**
   * Reads collections, or anything without names, at one state of a replica that contains all known commits to these. Resolves
   * with `undefined` if none can be used, whatever the reason: the primary may have the result.
   */
  read<T>(
    work: (changes: Changes | undefined) => Work<T>,
    names: Iterable<string> | undefined,
  ): Promise<{ readonly result: T } | undefined>
  /** Waits up to `timeout` milliseconds for reads, then cuts them off. */
  close(timeout: number): Promise<void>
}

/** The number of the last of some commits that changed one of these collections. */
const lastOf = ({ revision, changed }: Commits, names: Iterable<string> | undefined): number =>
  names === undefined ? revision : lastChange(changed, names, changed.get('') ?? 0)

/** How long a replica that lacks commits is not used, in milliseconds: at first, and at most after doubling. */
const FIRST_PAUSE = 10
const LAST_PAUSE = 1000

/**
 * Reads from replicas in turn. A heartbeat finds out which ones can be reached, so that no read waits for the others.
 *
 * Revisions alone do not show that a replica has the commits that this process knows: after a failover, the new primary
 * numbers its commits from where it took over, and a replica of the old one has others by the same numbers. Therefore, each
 * commit also has a random id. A state with the revision and the id of a known commit is one of the primary, because
 * replication copies a history from its beginning. A state with an unknown revision is accepted only over a connection
 * that had such a state since this process has listened to the current primary: its server follows this one then, unless the
 * old primary is still written to, which a failover must prevent. A server with commits that the primary lacks never has such
 * a state, nor does another database.
 */
export async function createReplicas({ replicas, table, interval, known }: ReplicaOptions): Promise<Replicas> {
  /** The epochs in which connections had a known commit. */
  const following = new WeakMap<Connection, number>()
  /** The latest state that was read: later reads must not go back. */
  let latest: { readonly epoch: number; readonly commits: Commits } | undefined
  let turn = 0

  const servers = await Promise.all(
    replicas.map(async ({ pool, open, place }) => {
      const watching = await watch({
        open,
        channel: undefined,
        table,
        interval,
        timeout: undefined,
        lostResponses: createLostResponses(() => pool.connections(), { age: interval, queueAge: interval }),
        onCommit: () => undefined,
        onConnect: () => undefined,
        onFailure() {
          // All of its reads are repeated at the primary.
          for (const connection of [...pool.connections()]) connection.destroy()
        },
      })
      let pause = 0
      let until = 0
      /** The latest of its states. */
      let reached = { epoch: 0, revision: 0 }
      return {
        pool,
        place,
        watching,
        /** Whether it can be used for reads that need a commit. */
        mayHave: (revision: number, epoch: number) =>
          watching.isWatching() &&
          (performance.now() >= until || (reached.epoch === epoch && reached.revision >= revision)),
        succeeded(epoch: number, revision: number) {
          pause = 0
          reached = { epoch, revision }
        },
        /** Reads that were sent together count once. */
        failed(length = Math.min(LAST_PAUSE, Math.max(FIRST_PAUSE, 2 * pause))) {
          if (performance.now() < until) return
          pause = length
          until = performance.now() + pause
        },
      }
    }),
  )

  /** The next one in turn. */
  const next = (revision: number, epoch: number) => {
    turn++
    const all = servers.map((_, at) => servers[(turn + at) % servers.length])
    return all.find(server => server?.mayHave(revision, epoch))
  }

  /** The last commit that a read must see. */
  const requiredBy = (names: Iterable<string> | undefined, { commits, epoch }: Known) =>
    Math.max(lastOf(commits, names), latest?.epoch === epoch ? lastOf(latest.commits, names) : 0)

  const check = (snapshot: Commits, required: number, connection: Connection, { epoch, idOf }: Known) => {
    const { revision, id } = snapshot
    if (known()?.epoch !== epoch || revision < required) throw new RefusedSnapshot()
    const own = idOf(revision)
    if (own === undefined ? following.get(connection) !== epoch : own !== id) throw new RefusedSnapshot()
    following.set(connection, epoch)
    if (latest?.epoch !== epoch || latest.commits.revision < revision) latest = { epoch, commits: snapshot }
  }

  return {
    async read(work, names) {
      const current = servers.length === 0 ? undefined : known()
      if (!current) return undefined
      const { commits, epoch, changesIn } = current
      const server = next(requiredBy(names, current), epoch)
      if (!server) return undefined
      const { pool, place } = server
      let connection: Connection | undefined
      try {
        const taken = (await pool.take()).connection
        connection = taken
        const result = await readSnapshot(taken, {
          work,
          expected: changesIn(commits),
          changesIn(snapshot) {
            check(snapshot, requiredBy(names, current), taken, current)
            server.succeeded(epoch, snapshot.revision)
            return changesIn(snapshot)
          },
        })
        pool.release(taken)
        return { result }
      } catch (error) {
        const isRefused = error instanceof RefusedSnapshot
        if (connection) pool.release(connection, !isRefused)
        if (isRefused) {
          server.failed()
          return undefined
        }
        const translated = translateError(error, place)
        const { code } = translated
        if (connection === undefined || code === 'unavailable') server.failed(LAST_PAUSE)
        // Such as a read that replication has cancelled, or a table that is not there yet.
        if (connection === undefined || code === 'unavailable' || code === 'failed') return undefined
        throw translated
      }
    },
    async close(timeout) {
      await Promise.all(servers.map(({ pool, watching }) => pool.close(timeout).then(() => watching.close())))
    },
  }
}
