import {
  dateTime,
  defineCollection,
  json,
  many,
  type RecordOf,
  type RelationsOf,
  type StoreSession,
  text,
} from '@platen/storage'
import { meta } from './meta-collection.js'

/** The accounts of users. */
export const users = defineCollection({
  name: 'users',
  size: 1_000,
  columns: {
    login: text({ folded: true, shared: 1 }),
    email: text({ folded: true, shared: 1 }),
    /** Empty if no password was ever set: nobody can sign in to the account. */
    passwordHash: text(),
    slug: text({ folded: true, shared: 1 }),
    displayName: text({ folded: true, shared: 2, omittable: true }),
    firstName: text({ folded: true, omittable: true }),
    lastName: text({ folded: true, omittable: true }),
    nickname: text({ folded: true, omittable: true }),
    url: text({ folded: true, omittable: true }),
    description: text({ omittable: true }),
    locale: text(),
    roles: json<readonly string[]>(),
    /** Capabilities granted or denied in addition to those of the roles. */
    capabilities: json<Readonly<Record<string, boolean>>>(),
    /** UTC. */
    registered: dateTime(),
  },
  unique: { login: [{ folded: 'login' }], email: [{ folded: 'email' }], slug: ['slug'] },
  indexes: { byDisplayName: { key: [{ folded: 'displayName' }] } },
  relations: () => ({ meta: many(meta, { foreign: 'object', where: meta.where.eq('kind', 'user') }) }),
})

/** A user's account. `passwordHash` is empty if no password was ever set; then nobody can sign in to it. */
export interface UserRecord extends RecordOf<typeof users> {}

/** The values that the relations of a user have, by name. */
export type UserRelations = RelationsOf<typeof users>

/** The users of a store, or as a transaction sees them. */
export const usersIn = (session: StoreSession) => session.collection(users)

/** Builds conditions over users. */
export const whereUsers = users.where
