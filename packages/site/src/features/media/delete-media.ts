import { type HandlerRequest, type Reply, type Resource, RestError } from '@platen/core'
import { deletionReply } from '../../rest/deletion-reply.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, type StoreContents, where } from '../../storage/index.js'
import { postDeleted } from '../posts/post-hooks.js'
import { postMetaKeys } from '../posts/post-meta-keys.js'
import { asItIsNow, mayRemove } from '../posts/post-permissions.js'
import { deletePost } from '../posts/trash-post.js'
import { removeFiles } from './keep-file.js'
import { allPaths, storedFileOf } from './stored-file.js'

/** Settings that name an image. */
const IMAGE_OPTIONS = ['site_logo', 'site_icon']

/** What showed an image that is gone shows none. */
async function forgetImage(contents: StoreContents, id: number): Promise<void> {
  const { and, eq } = where.meta
  await contents.meta.removeWhere(and(eq('kind', 'post'), eq('key', postMetaKeys.featuredMedia), eq('value', id)))
  for (const option of IMAGE_OPTIONS) {
    if (Number(await contents.options.get(option)) === id) await contents.options.remove(option)
  }
}

/** Deletes an attachment for good, and its files when that is done; there is no trash for files. */
export async function deleteMedia(
  site: SiteContext,
  resource: Resource<PostRecord>,
  shown: PostRecord,
  request: HandlerRequest,
): Promise<Reply> {
  if (request.params['force'] !== true) {
    throw new RestError(
      'rest_trash_not_supported',
      'Files cannot be put into the trash. Use force=true to delete them.',
      501,
    )
  }
  return deletionReply(resource, shown, request, 'edit', async () => {
    const { post, paths } = await site.store.transaction(async contents => {
      const post = await asItIsNow(contents, shown.id, each => mayRemove(each, request))
      if (request.expectedVersion !== undefined)
        await contents.posts.update(post.id, {}, { version: request.expectedVersion })
      const file = await storedFileOf(contents, post.id)
      await forgetImage(contents, post.id)
      await deletePost(site, contents, post)
      return { post, paths: file === undefined ? [] : allPaths(file) }
    })
    await removeFiles(site, paths)
    await site.hooks.emit(postDeleted, { post })
  })
}
