import { permit } from '../../access/permit.js'
import { reload } from '../../operations/reload.js'
import type { Actor, Tx } from '../../operations/tx.js'
import { where } from '../built-in-collections.js'
import { noSuchPost } from '../posts/post-access.js'
import type { PostRecord } from '../posts/post-collection.js'
import type { PostTarget } from '../posts/post-input.js'
import { mayDeleteRevisions, noSuchParent } from './revision-access.js'
import { revisionDeleted } from './revision-hooks.js'
import { isRevision } from './revision-records.js'

/** A stored revision or autosave and its post. Throws `rest_post_invalid_id`, or `rest_post_invalid_parent`. */
async function loadRevision(
  { store }: Tx,
  id: number,
): Promise<{ readonly revision: PostRecord; readonly post: PostRecord }> {
  const revision = await reload(store.posts, id, noSuchPost, record => isRevision(record) || noSuchPost())
  const post = await store.posts.get(revision.parent)
  if (post === undefined) throw noSuchParent()
  return { revision, post }
}

/**
 * Deletes a revision or an autosave, and returns what it was. Throws `rest_cannot_delete` unless the actor may delete the
 * post and has the capability `delete_revisions`.
 */
export async function deleteRevision(tx: Tx, actor: Actor, { id, version }: PostTarget): Promise<PostRecord> {
  const { revision, post } = await loadRevision(tx, id)
  permit(mayDeleteRevisions(actor, post))
  const { store } = tx
  if (version !== undefined) await store.posts.update(id, {}, { version })
  await store.meta.removeWhere(where.meta.and(where.meta.eq('kind', 'post'), where.meta.eq('object', id)))
  await store.posts.remove(id)
  tx.emit(revisionDeleted, { revision })
  return revision
}
