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
  onCommit(commits: Commits): void
}

/** Listens on a channel, whose messages contain the revisions; connects again after failures. */
export async function watch({ config, channel, onCommit }: WatchOptions): Promise<Watching> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async () => {
    const own = new Client(config)
    own.on('notification', ({ payload = '' }) => {
      const [revision = Number.NaN, options = Number.NaN] = payload.split(' ').map(Number)
      onCommit({ revision, options })
    })
    const lost = () => {
      if (client === own) client = undefined
      if (isClosed || timer !== undefined) return
      timer = setTimeout(retry, RETRY)
      timer.unref()
    }
    own.on('error', lost)
    own.on('end', lost)
    await own.connect()
    await own.query(`listen "${channel}"`)
    client = own
  }
  const retry = () => {
    timer = undefined
    connect().catch(() => {
      if (isClosed) return
      timer = setTimeout(retry, RETRY)
      timer.unref()
    })
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
