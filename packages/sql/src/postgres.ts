// Stores in PostgreSQL.
export { openPostgresStore } from './postgres/open-postgres-store.js'
export type { PostgresStoreOptions } from './postgres/store-options.js'
