import type { Database, Statement } from 'better-sqlite3'

/**
 * The table that notes which texts are pending, which is empty outside of transactions: those with ids greater than
 * `after` in the table named `texts`. A row that is removed has its texts indexed (see `createTriggers`).
 */
export const PENDING_TEXTS = 'pending_texts'

/** Whether a statement may read or write an index of texts. */
export const touchesIndex = (statement: string): boolean => statement.includes('_search')

/** The new texts of a transaction, which are indexed together: before they are searched, and before the commit. */
export interface PendingTexts {
  index(): void
}

export function createPendingTexts(database: Database): PendingTexts {
  // Files without searched texts, and older files, do not have the table.
  const exists = () => database.prepare('select 1 from sqlite_schema where name = ?').get(PENDING_TEXTS) !== undefined
  let clearing: Statement | undefined
  return {
    index() {
      if (clearing === undefined && exists()) clearing = database.prepare(`delete from ${PENDING_TEXTS}`)
      clearing?.run()
    },
  }
}
