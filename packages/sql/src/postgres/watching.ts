import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Connection } from './client.js'
import { isRefusal } from './errors.js'
import type { LostResponses } from './lost-responses.js'

/** What has been committed. */
export interface Commits {
  /** The number of commits. */
  readonly revision: number
  /** The last of them that changed each collection, by its name; `''` stands for any collection. */
  readonly changed: ReadonlyMap<string, number>
  /** A random number that the last of them has drawn; `undefined` if it was made by an earlier version. */
  readonly id: number | undefined
}

/** The key of the id of the last commit, which is not the name of a collection. */
export const COMMIT_ID = '#'

/** Commits as the database stores them: their number, and a JSON object with the last of them for each collection. */
export const commitsOf = ([revision, json]: readonly unknown[]): Commits => {
  const changed = new Map(Object.entries<number>(JSON.parse(String(json))))
  return { revision: Number(revision), changed, id: changed.get(COMMIT_ID) }
}

/** Notices the commits of other processes. */
export interface Watching {
  /** Whether commits are noticed at the moment. */
  isWatching(): boolean
  close(): Promise<void>
}

export interface WatchOptions {
  /** Opens a connection whose notifications are passed to `onNotification`. */
  open(onNotification: (payload: string) => void): Promise<Connection>
  /** Where commits are announced; without it, heartbeats notice them. */
  readonly channel: string | undefined
  /** The table that counts commits, with its schema. */
  readonly table: string
  /** The time between heartbeats, in milliseconds. */
  readonly interval: number
  /** How long the first connection may be refused, in milliseconds; `undefined` if it may also fail. */
  readonly timeout: number | undefined
  readonly lostResponses: LostResponses
  /** Receives the commits of others, and those before a new connection. */
  onCommit(commits: Commits): void
  onConnect(commits: Commits): void
  /** Called when the server does not respond, or cannot be connected to. */
  onFailure?(): void
}

/** The time by both clocks: one stops while the machine sleeps, the other one may be set. */
const now = () => ({ wall: Date.now(), steady: performance.now() })
const since = ({ wall, steady }: ReturnType<typeof now>) => Math.max(Date.now() - wall, performance.now() - steady)

/** How long after a failure a new connection is opened, in milliseconds. */
const RETRY = 500

/**
 * Listens on a channel, whose messages contain the revisions, and reads them with each heartbeat; connects again after
 * failures.
 */
export async function watch(options: WatchOptions): Promise<Watching> {
  const { channel, table, interval, timeout, lostResponses, onCommit, onConnect } = options
  const closing = new AbortController()
  const { signal } = closing
  const select = `select revision, changed from ${table}`
  let current: Connection | undefined
  let heard = now()

  /** Sends statements; the connection is closed if the server takes too long. */
  const send = async (connection: Connection, text: string) => {
    const sent = now()
    let isPending = true
    // A response may have arrived while this process was busy.
    const timer = setTimeout(() => setImmediate(() => isPending && connection.destroy()), 2 * interval)
    try {
      const results = await connection.script(text)
      heard = sent
      return results
    } finally {
      isPending = false
      clearTimeout(timer)
    }
  }

  const connect = async () => {
    const connection = await options.open(payload => onCommit(announced(payload)))
    try {
      // Behind a pooler, the session would not last: heartbeats notice the commits then.
      if (channel !== undefined && !connection.isPooled) await send(connection, `listen "${channel}"`)
      // Nobody has announced what was committed before.
      const [rows] = await send(connection, select)
      onConnect(commitsOf(rows?.[0] ?? []))
    } catch (error) {
      connection.destroy()
      throw error
    }
    current = connection
    connection.ended.then(() => {
      if (current === connection) current = undefined
    })
  }

  const beat = async (connection: Connection) => {
    const overdue = lostResponses.overdue()
    const [rows, active] = await send(connection, [select, ...overdue].join('; '))
    onCommit(commitsOf(rows?.[0] ?? []))
    if (active) lostResponses.close(active.map(([pid]) => Number(pid)))
  }

  const connectFirst = async (timeout: number) => {
    const until = performance.now() + timeout
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (!isRefusal(error) || performance.now() > until) throw error
        await wait(RETRY)
      }
    }
  }

  const run = async () => {
    if (timeout === undefined) await connect().catch(() => undefined)
    while (!signal.aborted) {
      await wait(current ? interval : RETRY, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await (current ? beat(current) : connect())
      } catch (error) {
        current?.destroy()
        current = undefined
        options.onFailure?.()
        if (error instanceof DatabaseError) continue
        // A server that cannot be reached does not work on other responses either.
        lostResponses.overdue()
        lostResponses.close([])
      }
    }
  }

  if (timeout !== undefined) await connectFirst(timeout)
  const ended = run()
  return {
    isWatching: () => current !== undefined && since(heard) < 3 * interval,
    async close() {
      closing.abort()
      current?.close()
      await ended
      current?.close()
    },
  }
}

/** The commits that a message contains: their number, a space, and the JSON object. */
function announced(payload: string): Commits {
  const end = payload.indexOf(' ')
  return commitsOf([payload.slice(0, end), payload.slice(end)])
}
