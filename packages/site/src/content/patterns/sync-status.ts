import type { Dialect } from '../../server/dialects/index.js'

/** Values of the sync status; no value means that the uses of a pattern follow all its changes. */
export const SYNC_STATUSES = ['partial', 'unsynced'] as const

/** The meta key of the sync status of a pattern. */
export const syncStatusKey = ({ prefix }: Pick<Dialect, 'prefix'>): string => `${prefix}_pattern_sync_status`
