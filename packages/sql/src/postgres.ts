// Stores in PostgreSQL.
export type { SslMode } from './postgres/encryption.js'
export { openPostgresStore } from './postgres/open-postgres-store.js'
export type { PostgresFeature, PostgresStoreOptions } from './postgres/store-options.js'
