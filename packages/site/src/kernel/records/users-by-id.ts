import type { StoreSession } from '@platen/storage'
import { type UserRecord, usersIn, whereUsers } from './user-collection.js'

/** Finds users by their ids, with at most one query; 0 means nobody. */
export async function usersById(store: StoreSession, ids: Iterable<number>): Promise<ReadonlyMap<number, UserRecord>> {
  const wanted = [...new Set(ids)].filter(id => id > 0)
  const { records } =
    wanted.length === 0 ? { records: [] } : await usersIn(store).find({ where: whereUsers.in('id', wanted) })
  return new Map(records.map(user => [user.id, user]))
}
