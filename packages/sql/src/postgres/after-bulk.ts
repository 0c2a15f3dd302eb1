import type { Connection } from './client.js'
import { CURRENT_SCHEMA } from './ddl.js'

/** Tables that have grown by a tenth, and by more than a megabyte, since they were last vacuumed or analyzed. */
const GROWN = `select quote_ident(relname) from pg_class where relkind = 'r' and relnamespace = ${CURRENT_SCHEMA} and pg_relation_size(oid) / current_setting('block_size')::int > 1.1 * relpages + 128`

/**
 * Gathers the statistics of tables that a bulk transaction has filled, and notes which of their pages all transactions
 * see. Until the server does so itself, a minute later or more, it would plan statements as for small tables, and read
 * the records of each entry of an index.
 */
export async function vacuumGrown({ script }: Pick<Connection, 'script'>): Promise<void> {
  const [rows = []] = await script(GROWN)
  // One by one: several statements would be a transaction, in which this is impossible.
  for (const [table] of rows) await script(`vacuum (analyze, skip_locked) ${String(table)}`)
}
