import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { StatementListener } from '../statement-listener.js'
import { type Connection, connectionOf } from './client.js'

/** How a session is opened. */
export interface SessionOptions {
  readonly config: ClientConfig
  /** Statements that set the time limits and the schema of the session. */
  readonly setUp: readonly string[]
  /** How long it may take until the session is ready, in milliseconds. */
  readonly timeout: number
  readonly onStatement?: StatementListener | undefined
  /** Receives the payloads of channels that the session listens on. */
  readonly onNotification?: ((payload: string) => void) | undefined
}

/** Statements by which the server notices within seconds that this end of a connection is gone. */
const LOSS_SETTINGS = [
  "set tcp_keepalives_idle = '5s'",
  "set tcp_keepalives_interval = '2s'",
  'set tcp_keepalives_count = 3',
  "set tcp_user_timeout = '10s'",
  "set client_connection_check_interval = '5s'",
]

/** Settings of the planner. */
const PLAN_SETTINGS = [
  // A plan for all values of a prepared statement does not know how few or how many records these match.
  'set plan_cache_mode = force_custom_plan',
  // Compiling a statement takes longer than most statements, which read a page.
  'set jit = off',
]

const OPTIONAL_SETTINGS = [...LOSS_SETTINGS, ...PLAN_SETTINGS]

/** Opens a session; rejects with errors of the driver. */
export async function openConnection(options: SessionOptions): Promise<Connection> {
  const { config, setUp, timeout, onStatement, onNotification } = options
  const client = new Client(config)
  const { stream } = client.connection
  const timer = setTimeout(() => stream.destroy(new Error('The connection takes too long.')), timeout)
  try {
    await new Promise<unknown>((resolve, reject) => {
      // Not all errors of authentication reject the promise. Later ones are reported by the statements that they fail.
      client.on('error', reject)
      client.connect().then(resolve, reject)
    })
    if (onNotification) client.on('notification', ({ payload = '' }) => onNotification(payload))
    const run = (statements: readonly string[]) => client.query(statements.join('; '))
    await run([...setUp, ...OPTIONAL_SETTINGS]).catch(async (error: unknown) => {
      if (!(error instanceof DatabaseError)) throw error
      // Not every system and not every compatible server has all of the settings.
      await run(setUp)
      for (const setting of OPTIONAL_SETTINGS) await run([setting]).catch(() => undefined)
    })
    // Poolers report ids of their own.
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return connectionOf(client, Number(rows[0]?.pid), onStatement)
  } catch (error) {
    // The driver leaves it open when it has no password.
    client.connection.stream.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
