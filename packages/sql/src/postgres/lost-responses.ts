import type { Connection } from './client.js'

/** Closes connections that wait for responses that will not arrive. */
export interface LostResponses {
  /** SQL that returns the ids of the server's processes that still work on overdue responses; none without these. */
  overdue(): readonly string[]
  /** Closes those that were overdue and are still, unless the server still works on their responses. */
  close(active: readonly number[]): void
}

/** When responses are overdue, in milliseconds. */
export interface ResponseLimits {
  readonly age: number
  /** As long as a pooler may not have assigned a process yet. */
  readonly queueAge: number
}

/**
 * Writes have no time limit, so a late response alone does not show that a connection is dead: the server is asked, over
 * another connection, what its process does. Twice, because the response may just be arriving.
 */
export function createLostResponses(
  connections: () => Iterable<Connection>,
  { age, queueAge }: ResponseLimits,
): LostResponses {
  /** The overdue connections, and when their queries were sent. */
  let overdue = new Map<Connection, number>()
  let suspects = new Map<Connection, number>()
  return {
    overdue() {
      overdue = new Map()
      for (const connection of connections()) {
        const sent = connection.pendingSince()
        const limit = connection.pid === undefined ? queueAge : age
        if (sent !== undefined && performance.now() - sent >= limit) overdue.set(connection, sent)
      }
      if (overdue.size === 0) return []
      const pids = [...overdue.keys()].map(({ pid }) => pid ?? 0)
      // A process that waits for the client has not received all of the query.
      return [
        `select pid from pg_stat_activity where pid in (${pids}) and coalesce(state, '') not like 'idle%' and wait_event is distinct from 'ClientRead'`,
      ]
    },
    close(active) {
      const lost = new Map([...overdue].filter(([{ pid }]) => pid === undefined || !active.includes(pid)))
      for (const [connection, sent] of lost) {
        if (suspects.get(connection) === sent && connection.pendingSince() === sent) connection.destroy()
      }
      suspects = lost
    },
  }
}
