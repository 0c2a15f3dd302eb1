import type { Found, Query } from '@platen/storage'
import { type MetaFields, metaFields, requireIndexFor } from '../../../content/meta/index.js'
import { conditionOf, holds } from '../../../kernel/context/index.js'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type UserRecord, type UserRelations, usersIn, whereUsers } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { readAccounts } from '../rules/user-rights.js'
import type { NewUser, UserDeletion, UserInput } from './user-input.js'
import { createUser, deleteUser, hashPassword, updateUser } from './user-operations.js'

/** Users, in process, with the errors and events of requests. Passwords are hashed before the transaction. */
export interface UsersContent {
  create(input: NewUser, by: As): Promise<UserRecord>
  update(id: number, changes: UserInput, by: AsOf): Promise<UserRecord>
  /**
   * Deletes a user; `reassignTo` is the id of the user who gets the posts, or 0 for nobody. Resolves with the deleted
   * user.
   */
  delete(id: number, by: AsOf & Pick<UserDeletion, 'reassignTo'>): Promise<UserRecord>
  /** The full record of a user, for the user and for actors who may list users; otherwise `undefined`. */
  get(id: number, by: As): Promise<UserRecord | undefined>
  /** The users that a query finds and whose full record the actor may see. */
  find<const W extends readonly (keyof UserRelations)[] = readonly []>(
    query: Query<UserRecord, W>,
    by: As,
  ): Promise<Found<UserRecord, UserRelations, W>>
  /** Conditions and orders for `find` by declared meta keys: `meta['city']?.eq('Zürich')`. */
  readonly meta: MetaFields<UserRecord>
}

export function usersContent({ site, run, actor }: ContentCalls): UsersContent {
  return Object.freeze<UsersContent>({
    create: async (input, by) => run(createUser, await hashPassword(site, input), by),
    update: async (id, changes, by) =>
      run(updateUser, await hashPassword(site, { ...changes, id, version: by.version }), by),
    delete: (id, by) => run(deleteUser, { id, version: by.version, reassignTo: by.reassignTo }, by),
    async get(id, by) {
      const reader = await actor(by)
      const user = await recordById(usersIn(site.store), id)
      return user !== undefined && holds(readAccounts(reader), user) ? user : undefined
    },
    async find(query, by) {
      const reader = await actor(by)
      const where = whereUsers.and(query.where, conditionOf(readAccounts(reader)))
      await requireIndexFor(site, 'user', query)
      return usersIn(site.store).find({ ...query, where })
    },
    meta: metaFields<UserRecord>(site, 'user', ''),
  })
}
