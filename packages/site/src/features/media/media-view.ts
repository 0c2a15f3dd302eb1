import type { Context, HandlerRequest } from '@platen/core'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../../storage/index.js'
import { ownMeta } from '../posts/post-values.js'
import { loadPostView, type PostNeed, type PostView } from '../posts/post-view.js'
import { asStoredFile, mediaMetaKeys, type StoredFile } from './stored-file.js'

/** What is loaded for a page of attachments. */
export interface MediaView extends PostView {
  /** What is remembered of the file; `undefined` when there is none. */
  fileOf(post: PostRecord): StoredFile | undefined
  /** The text for those who cannot see the image. */
  altOf(post: PostRecord): string
  /** What the file is attached to; `undefined` when it is gone, or was never there. */
  parentOf(post: PostRecord): PostRecord | undefined
  /** The address of a file of the storage. */
  urlOf(path: string): string
  /** The address of an attachment's file, wherever it is. */
  sourceOf(post: PostRecord): string
}

/** Loads what is needed for attachments: each relation costs one query for the whole page. */
export async function loadMediaView(
  site: SiteContext,
  type: PostType,
  posts: readonly PostRecord[],
  needs: ReadonlySet<PostNeed>,
  request: HandlerRequest,
  context: Context,
  found?: PostRelated,
): Promise<MediaView> {
  const view = await loadPostView(site, type, posts, needs, request, context, found)
  const { storage } = site.get(mediaSettings)
  const fileOf = (post: PostRecord) => asStoredFile(ownMeta(post, view, mediaMetaKeys.file))
  return {
    ...view,
    fileOf,
    altOf: post => String(ownMeta(post, view, mediaMetaKeys.alt) ?? ''),
    parentOf: post => view.ancestors.get(post.parent),
    urlOf: path => storage?.url(path) ?? path,
    sourceOf(post) {
      const file = fileOf(post)
      if (file !== undefined && storage !== undefined) return storage.url(file.path)
      return String(ownMeta(post, view, mediaMetaKeys.url) ?? post.guid)
    },
  }
}
