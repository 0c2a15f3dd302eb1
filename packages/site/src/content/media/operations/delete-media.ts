import type { StoreSession } from '@platen/storage'
import { defineOperation, type Tx } from '../../../kernel/operations/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta } from '../../../kernel/records/index.js'
import { mayDeletePost, type PostTarget, postLocks, postMetaKeys, removePosts } from '../../posts/index.js'
import { reloadMedia } from '../rules/media-access.js'
import { allPaths, storedFilesOf } from '../stored-file.js'
import { removeFiles } from './save-file.js'

/** Options that store the id of an image. */
const IMAGE_OPTIONS = ['site_logo', 'site_icon']

/** Removes references to deleted images. */
async function clearReferences(store: StoreSession, ids: readonly number[]): Promise<void> {
  const { and, eq, in: isIn } = whereMeta
  await metaIn(store).removeWhere(and(eq('kind', 'post'), eq('key', postMetaKeys.featuredMedia), isIn('value', ids)))
  for (const option of IMAGE_OPTIONS) {
    if (ids.includes(Number(await store.options.get(option)))) await store.options.remove(option)
  }
}

/** Removes references to attachments that are about to be removed, and, after the commit, their files. */
export async function removeMediaData(
  { site, store, afterCommit }: Tx,
  media: readonly PostRecord[],
): Promise<undefined> {
  const ids = media.map(({ id }) => id)
  const files = await storedFilesOf(store, ids)
  await clearReferences(store, ids)
  for (const id of ids) {
    const file = files.get(id)
    if (file !== undefined) afterCommit(() => removeFiles(site, allPaths(file)))
  }
}

/** Permanently deletes an attachment with its files and returns it; files have no trash. */
export const deleteMedia = defineOperation(
  async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
    const options = await tx.site.options()
    await tx.lock(postLocks(id))
    const post = await reloadMedia(tx, id, each => mayDeletePost(actor, each, options))
    if (version !== undefined) await postsIn(tx.store).update(post.id, {}, { version })
    await removePosts(tx, [post])
    return post
  },
  { concurrent: true },
)
