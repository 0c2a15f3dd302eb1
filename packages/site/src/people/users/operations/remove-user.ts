import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { reassignPosts, removePostsOf } from '../../../content/posts/index.js'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import {
  applicationPasswordsIn,
  metaIn,
  type UserRecord,
  usersIn,
  whereApplicationPasswords,
  whereMeta,
} from '../../../kernel/records/index.js'

/** Refuses to reassign posts to an unknown user or to the deleted one; 0 leaves them without an author. */
async function checkReassignee(store: StoreSession, user: UserRecord, id: number): Promise<void> {
  if (id === 0) return
  const exists = id > 0 && id !== user.id && (await usersIn(store).get(id)) !== undefined
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
  if (reassignTo === undefined) await removePostsOf(tx, actor, user)
  else {
    await checkReassignee(store, user, reassignTo)
    await reassignPosts(tx, user.id, reassignTo)
  }
  await metaIn(store).removeWhere(whereMeta.and(whereMeta.eq('kind', 'user'), whereMeta.eq('object', user.id)))
  await applicationPasswordsIn(store).removeWhere(whereApplicationPasswords.eq('user', user.id))
  await usersIn(store).remove(user.id)
}
