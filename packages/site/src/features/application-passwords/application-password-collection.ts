import { integer, nullable, text } from '../../storage/columns.js'
import { defineCollection, type RecordOf } from '../../storage/define-collection.js'

/** The application passwords of users. */
export const applicationPasswords = defineCollection({
  name: 'applicationPasswords',
  size: 5_000,
  columns: {
    uuid: text({ shared: 1 }),
    user: integer({ shared: 3 }),
    appId: text(),
    name: text({ folded: true }),
    hash: text(),
    /** Unix seconds. */
    created: integer(),
    lastUsed: nullable(integer()),
    lastIp: nullable(text()),
  },
  unique: { uuid: ['uuid'] },
  indexes: { byUser: { key: ['user'] } },
})

/** An application password (specification section 2). Times are Unix seconds. */
export interface ApplicationPasswordRecord extends RecordOf<typeof applicationPasswords> {}
