import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { UserRecord } from './user-collection.js'

/** Finds users by their ids, with at most one query; 0 means nobody. */
export async function usersById(
  { users }: Pick<StoreSession, 'users'>,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, UserRecord>> {
  const wanted = [...new Set(ids)].filter(id => id > 0)
  const { records } = wanted.length === 0 ? { records: [] } : await users.find({ where: where.users.in('id', wanted) })
  return new Map(records.map(user => [user.id, user]))
}
