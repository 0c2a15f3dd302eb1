import type { Actor, Tx } from '../../operations/tx.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { mayDeletePost } from '../posts/post-access.js'
import type { PostRecord } from '../posts/post-collection.js'
import { postDeleted } from '../posts/post-hooks.js'
import type { PostTarget } from '../posts/post-input.js'
import { postMetaKeys } from '../posts/post-meta-keys.js'
import { removePost } from '../posts/trash-post.js'
import { reloadMedia } from './media-access.js'
import { removeFiles } from './save-file.js'
import { allPaths, storedFileOf } from './stored-file.js'

/** Options that store the id of an image. */
const IMAGE_OPTIONS = ['site_logo', 'site_icon']

/** Removes references to a deleted image. */
async function clearReferences(store: StoreSession, id: number): Promise<void> {
  const { and, eq } = where.meta
  await store.meta.removeWhere(and(eq('kind', 'post'), eq('key', postMetaKeys.featuredMedia), eq('value', id)))
  for (const option of IMAGE_OPTIONS) {
    if (Number(await store.options.get(option)) === id) await store.options.remove(option)
  }
}

/** Removes references to an attachment that is about to be removed, and, after the commit, its files. */
export async function removeMediaData({ site, store, afterCommit }: Tx, { id }: PostRecord): Promise<void> {
  const file = await storedFileOf(store, id)
  await clearReferences(store, id)
  if (file !== undefined) afterCommit(() => removeFiles(site, allPaths(file)))
}

/** Permanently deletes an attachment with its files and returns it; files have no trash. */
export async function deleteMedia(tx: Tx, actor: Actor, { id, version }: PostTarget): Promise<PostRecord> {
  const options = await tx.site.options()
  const post = await reloadMedia(tx, id, each => mayDeletePost(actor, each, options))
  if (version !== undefined) await tx.store.posts.update(post.id, {}, { version })
  await removePost(tx, post)
  tx.emit(postDeleted, { post })
  return post
}
