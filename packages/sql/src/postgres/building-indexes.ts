import { setTimeout } from 'node:timers/promises'
import { StoreError } from '@platen/storage'
import type { SqlConnections } from '../dialect.js'
import type { Connection } from './client.js'
import { quoted } from './ddl.js'
import { isConflictError, isLockError, isLoss, translateError } from './errors.js'

export interface BuildingOptions {
  /** Opens a connection whose statements have no time limit. */
  readonly open: () => Promise<Connection>
  /** The schema of the tables. */
  readonly schema: string
  /** The URL of the database without the password, for errors. */
  readonly place: string
  /** Is aborted when the store is closed, with the error for what was running. */
  readonly closed: AbortSignal
}

/** How often the creation of an index is repeated, and the pause before that in milliseconds. */
const MAX_RETRIES = 30
const PAUSE = 1000

/**
 * Builds indexes outside of transactions. A build that fails, or whose server stops, leaves an invalid index behind: it
 * takes part in writes, but in no read. Several processes may build the same index: the server lets the others wait for the
 * first, and they find it complete.
 */
export function createBuildingIndexes({ open, schema, place, closed }: BuildingOptions) {
  const idOf = (name: string) => `to_regclass('${`${quoted(schema)}.${quoted(name)}`.replaceAll("'", "''")}')`

  const isValid = async ({ script }: Connection, name: string): Promise<boolean> => {
    const [rows = []] = await script(`select 1 from pg_index where indexrelid = ${idOf(name)} and indisvalid`)
    return rows.length > 0
  }

  /** Removes an index that is not valid, unless another process still builds it: that holds a lock of the table. */
  const removeInvalid = async ({ script }: Connection, name: string): Promise<void> => {
    const [rows = []] = await script(
      `select 1 from pg_index where indexrelid = ${idOf(name)} and not indisvalid and not exists (select 1 from pg_locks where relation = indrelid and mode = 'ShareUpdateExclusiveLock' and granted and pid <> pg_backend_pid())`,
    )
    if (rows.length > 0) await script(`drop index concurrently if exists ${quoted(schema)}.${quoted(name)}`)
  }

  /** Whether the index is complete; otherwise, the attempt may be repeated. */
  const attempt = async (connection: Connection, name: string, sql: string): Promise<boolean> => {
    try {
      await connection.script(sql)
    } catch (error) {
      if (isLoss(error)) throw error
      await removeInvalid(connection, name)
      if (isConflictError(error) || isLockError(translateError(error, place))) return false
      throw error
    }
    if (await isValid(connection, name)) return true
    await removeInvalid(connection, name)
    return false
  }

  const buildIndex: SqlConnections['buildIndex'] = async (name, sql) => {
    for (let retries = 0; ; retries++) {
      closed.throwIfAborted()
      let connection: Connection | undefined
      const destroy = () => connection?.destroy()
      closed.addEventListener('abort', destroy)
      try {
        connection = await open()
        if (await attempt(connection, name, sql)) return
        if (retries === MAX_RETRIES) throw new StoreError('unavailable', `${place}: The index ${name} cannot be built.`)
      } catch (error) {
        if (retries === MAX_RETRIES || !isLoss(error)) throw translateError(error, place)
      } finally {
        closed.removeEventListener('abort', destroy)
        connection?.close()
      }
      await setTimeout(PAUSE, undefined, { signal: closed }).catch(() => undefined)
    }
  }
  return buildIndex
}
