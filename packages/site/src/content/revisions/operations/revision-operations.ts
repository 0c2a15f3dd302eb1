import { permit } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, reload, type Tx } from '../../../kernel/operations/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta } from '../../../kernel/records/index.js'
import { indexObjects } from '../../meta/index.js'
import { mayEditPost, noSuchPost, type PostTarget, postLocks, updatePost } from '../../posts/index.js'
import { revisionDeleted, revisionRestored } from '../revision-hooks.js'
import { isAutosave, isRevision } from '../revision-records.js'
import { copyMeta, isSameMeta, loadMeta, removeMeta, revisionedKeys } from '../revisioned-meta.js'
import { mayDeleteRevision, noSuchParent } from '../rules/revision-access.js'

/** A stored revision or autosave and its post, which is locked. Throws `rest_post_invalid_id`, or `rest_post_invalid_parent`. */
async function loadRevision(
  { store, lock }: Tx,
  id: number,
): Promise<{ readonly revision: PostRecord; readonly post: PostRecord }> {
  // A revision never gets another post.
  await lock(postLocks((await postsIn(store).get(id))?.parent))
  const revision = await reload(postsIn(store), id, noSuchPost, record => isRevision(record) || noSuchPost())
  const post = await postsIn(store).get(revision.parent)
  if (post === undefined) throw noSuchParent()
  return { revision, post }
}

/**
 * Deletes a revision or an autosave, and returns it. Throws `rest_cannot_delete` unless the actor may delete the post
 * and has the capability `delete_revisions`.
 */
export const deleteRevision = defineOperation(
  async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
    const { revision, post } = await loadRevision(tx, id)
    permit(mayDeleteRevision(tx.site, actor, { post, revision }, await tx.site.options()))
    const { store } = tx
    if (version !== undefined) await postsIn(store).update(id, {}, { version })
    await removeMeta(store, [id])
    await postsIn(store).remove(id)
    tx.emit(revisionDeleted, { revision })
    return revision
  },
  { concurrent: true },
)

/**
 * Restores the texts and the meta of a post from one of its revisions, and returns the post; the change creates a
 * revision. Empty texts and absent meta of an autosave change nothing. `version` is the version of the post. Throws
 * like `updatePost`.
 */
export const restoreRevision = defineOperation(
  async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
    const { revision, post } = await loadRevision(tx, id)
    permit(mayEditPost(actor, post))
    await restoreMeta(tx, actor, post, revision)
    const { title, content, excerpt } = revision
    const texts = Object.entries({ title, content, excerpt }).filter(([, text]) => text !== '' || !isAutosave(revision))
    const restored = await updatePost(tx, actor, { ...Object.fromEntries(texts), id: post.id, version })
    tx.emit(revisionRestored, { revision, post: restored })
    return restored
  },
  { concurrent: true },
)

/** Replaces the values of the keys that differ and that the actor may set. */
async function restoreMeta({ site, store }: Tx, actor: Actor, post: PostRecord, revision: PostRecord): Promise<void> {
  const keys = revisionedKeys(site, post.type)
  const metaOf = await loadMeta(store, keys, [post.id, revision.id])
  const [current, kept] = [metaOf(post.id), metaOf(revision.id)]
  const differing = keys.filter(
    key =>
      !isSameMeta([key], current, kept) &&
      (!isAutosave(revision) || kept.some(value => value.key === key.key)) &&
      key.authorize(actor, post.id),
  )
  if (differing.length === 0) return
  const names = new Set(differing.map(({ key }) => key))
  const replaced = current.filter(({ key }) => names.has(key)).map(each => each.id)
  if (replaced.length > 0) await metaIn(store).removeWhere(whereMeta.in('id', replaced))
  // The actor may be permitted less than who wrote the revision.
  const values = differing.flatMap(key =>
    kept
      .filter(record => record.key === key.key)
      .map(record => ({ ...record, value: key.filter(record.value, actor) })),
  )
  await copyMeta(store, new Map([[post.id, values]]))
  await indexObjects({ site, store }, 'post', post.type, [post.id])
}
