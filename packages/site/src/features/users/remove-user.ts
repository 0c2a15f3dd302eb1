import { RestError } from '@platen/core'
import type { Actor, Tx } from '../../operations/tx.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { reassignPosts, removePostsOf } from '../posts/posts-of-author.js'
import type { UserRecord } from './user-collection.js'

/** Refuses to reassign posts to an unknown user or to the deleted one; 0 leaves them without an author. */
async function checkReassignee({ users }: StoreSession, user: UserRecord, id: number): Promise<void> {
  if (id === 0) return
  const exists = id > 0 && id !== user.id && (await users.get(id)) !== undefined
  if (!exists) throw new RestError('rest_user_invalid_reassign', 'The posts cannot be reassigned to this user.', 400)
}

/** Removes a user with meta and application passwords; reassigns or removes the posts, keeps the comments. */
export async function removeUser(
  tx: Tx,
  actor: Actor,
  user: UserRecord,
  reassignTo: number | undefined,
): Promise<void> {
  const { store } = tx
  const { meta, applicationPasswords } = where
  if (reassignTo === undefined) await removePostsOf(tx, actor, user)
  else {
    await checkReassignee(store, user, reassignTo)
    await reassignPosts(tx, user.id, reassignTo)
  }
  await store.meta.removeWhere(meta.and(meta.eq('kind', 'user'), meta.eq('object', user.id)))
  await store.applicationPasswords.removeWhere(applicationPasswords.eq('user', user.id))
  await store.users.remove(user.id)
}
