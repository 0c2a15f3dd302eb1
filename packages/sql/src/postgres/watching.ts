import { Client, type ClientConfig } from 'pg'

/** What others have committed. */
export interface Commits {
  readonly revision: number
  readonly options: number
}

/** Notices the commits of other processes. */
export interface Watching {
  /** Whether commits are noticed at the moment. */
  isWatching(): boolean
  close(): Promise<void>
}

/** How long after a failure a new connection is opened, in milliseconds. */
const RETRY = 500

export interface WatchOptions {
  readonly config: ClientConfig
  readonly channel: string
  /** The table that counts commits, with its schema. */
  readonly table: string
  onCommit(commits: Commits): void
}

/** Listens on a channel, whose messages contain the revisions; connects again after failures. */
export async function watch({ config, channel, table, onCommit }: WatchOptions): Promise<Watching> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connectLater = () => {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      connect().catch(connectLater)
    }, RETRY)
    timer.unref()
  }
  const connect = async () => {
    const own = new Client(config)
    own.on('notification', ({ payload = '' }) => onCommit(commitsOf(payload.split(' '))))
    const lost = () => {
      if (client === own) client = undefined
      connectLater()
    }
    own.on('error', lost)
    own.on('end', lost)
    await own.connect()
    await own.query(`listen "${channel}"`)
    // Nobody has announced what was committed before.
    const { rows } = await own.query({ text: `select revision, options from ${table}`, rowMode: 'array' })
    onCommit(commitsOf(rows[0] ?? []))
    if (isClosed) await own.end()
    else client = own
  }
  await connect()
  return {
    isWatching: () => client !== undefined,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

const commitsOf = ([revision, options]: readonly unknown[]): Commits => ({
  revision: Number(revision),
  options: Number(options),
})
