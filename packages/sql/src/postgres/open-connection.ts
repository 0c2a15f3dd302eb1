import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { StatementListener } from '../statement-listener.js'
import { type Connection, connectionOf } from './client.js'
import { type ConnectionUrls, isEncryptionRefusal } from './encryption.js'

/** How a session is opened. */
export interface SessionOptions {
  readonly urls: ConnectionUrls
  /** What is not in the URL. */
  readonly config: ClientConfig
  /** The time limits and the schema of the session, such as `lock_timeout = 5000`. */
  readonly settings: readonly string[]
  /** Whether there is a pooler; detected by default. */
  readonly pooled?: boolean | undefined
  /** How long it may take until the session is ready, in milliseconds. */
  readonly timeout: number
  /**
   * Whether prepared statements may be planned once for all values. Without it, each run is planned for its values, which
   * decide how few or how many records it finds. In the transactions of PostgreSQL 18, the database then takes 11 to 22% less
   * time for a creation and 26% less for an update. `false` by default.
   */
  readonly reusesPlans?: boolean
  readonly onStatement?: StatementListener | undefined
  /** Receives the payloads of channels that the session listens on. */
  readonly onNotification?: ((payload: string) => void) | undefined
}

/** Settings by which the server notices within seconds that this end of a connection is gone. */
const LOSS_SETTINGS = [
  "tcp_keepalives_idle = '5s'",
  "tcp_keepalives_interval = '2s'",
  'tcp_keepalives_count = 3',
  "tcp_user_timeout = '10s'",
  "client_connection_check_interval = '5s'",
]

/** Settings of the planner. */
const plannerSettings = (reusesPlans: boolean) => [
  // Compiling a statement takes longer than most statements, which read a page.
  'jit = off',
  ...(reusesPlans
    ? // A plan that was made for a small table must not scan it when it has grown.
      ['plan_cache_mode = auto', 'enable_seqscan = off']
    : ['plan_cache_mode = force_custom_plan']),
]

/** Opens a session; rejects with errors of the driver. */
export async function openConnection(options: SessionOptions): Promise<Connection> {
  const [first, fallback] = options.urls
  try {
    return await openAt(first, options)
  } catch (error) {
    if (fallback === undefined || !isEncryptionRefusal(error)) throw error
    return openAt(fallback, options)
  }
}

async function openAt(url: string, options: SessionOptions): Promise<Connection> {
  const { config, settings, pooled, reusesPlans = false, timeout, onStatement, onNotification } = options
  const client = new Client({ ...config, connectionString: url })
  const { stream } = client.connection
  let key: number | undefined
  client.connection.once('backendKeyData', ({ processID }: { processID: number }) => {
    key = processID
  })
  const timer = setTimeout(() => stream.destroy(new Error('The connection takes too long.')), timeout)
  try {
    await new Promise<unknown>((resolve, reject) => {
      // Not all errors of authentication reject the promise. Later ones are reported by the statements that they fail.
      client.on('error', reject)
      client.connect().then(resolve, reject)
    })
    if (onNotification) client.on('notification', ({ payload = '' }) => onNotification(payload))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = Number(rows[0]?.pid)
    // Poolers invent ids for their clients.
    const isPooled = pooled ?? key !== pid
    if (!isPooled) await applySettings(client, settings, [...LOSS_SETTINGS, ...plannerSettings(reusesPlans)])
    return connectionOf(client, { pid, isPooled, settings, onStatement })
  } catch (error) {
    // The driver leaves it open when it has no password.
    client.connection.stream.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function applySettings(client: Client, settings: readonly string[], optional: readonly string[]): Promise<void> {
  const apply = (all: readonly string[]) => client.query(all.map(setting => `set ${setting}`).join('; '))
  await apply([...settings, ...optional]).catch(async (error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error
    // Not every system and not every compatible server has all of the settings.
    await apply(settings)
    for (const setting of optional) await apply([setting]).catch(() => undefined)
  })
}
