import type { Store } from '@platen/site'
import { createChanging } from './changing.js'
import { openContents } from './collection.js'
import type { SqlDialect } from './dialect.js'
import { createInserting } from './inserting.js'
import { createOptions } from './options.js'
import { createReading } from './reading.js'
import { createStatements } from './statements.js'

/**
 * Makes a store of a dialect whose tables are there already. `openSqliteStore` does both for a SQLite file; this one is
 * for dialects of one's own.
 */
export function createSqlStore({ dialect }: { readonly dialect: SqlDialect }): Store {
  const statements = createStatements(dialect)
  const vocabulary = {
    reading: createReading(dialect, statements),
    inserting: createInserting(dialect, statements),
    changing: createChanging(dialect, statements),
    options: createOptions(statements),
  }
  const { connections } = dialect
  return Object.freeze<Store>({
    ...openContents(vocabulary, connections),
    transaction: async work => connections.transaction(session => work(openContents(vocabulary, session))),
    revision: () => connections.revision(),
    close: async () => connections.close(),
  })
}
