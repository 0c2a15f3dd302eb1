import {
  defineCollection,
  integer,
  json,
  nullable,
  type RecordOf,
  type StoreSession,
  text,
  withDefault,
} from '@platen/storage'

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
    /** `null` for all rights of the user. */
    scopes: withDefault(nullable(json<readonly string[]>()), null),
    /** Unix seconds; `null` if it does not expire. */
    expires: withDefault(nullable(integer()), null),
    /** Networks from which it can be used; `null` for all. */
    networks: withDefault(nullable(json<readonly string[]>()), null),
  },
  unique: { uuid: ['uuid'] },
  indexes: { byUser: { key: ['user'] } },
})

/** An application password (specification section 2). Times are Unix seconds. */
export interface ApplicationPasswordRecord extends RecordOf<typeof applicationPasswords> {}

/** The application passwords of a store, or as a transaction sees them. */
export const applicationPasswordsIn = (session: StoreSession) => session.collection(applicationPasswords)

/** Builds conditions over application passwords. */
export const whereApplicationPasswords = applicationPasswords.where
