import type { LinkRow } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import {
  allowedOnPost,
  loadPostView,
  ownMeta,
  type PostNeed,
  type PostPage,
  type PostView,
  postLinks,
  selfLink,
} from '../../posts/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { asStoredFile, mediaMetaKeys, type StoredFile } from '../stored-file.js'

/** The data loaded for a page of attachments. */
export interface MediaView extends PostView {
  /** The stored file; `undefined` if there is none. */
  fileOf(post: PostRecord): StoredFile | undefined
  /** The alternative text of the image. */
  altOf(post: PostRecord): string
  /** The post that the file is attached to; `undefined` if it does not exist. */
  parentOf(post: PostRecord): PostRecord | undefined
  /** The URL of a path in the storage. */
  urlOf(path: string): string
  /** The URL of an attachment's file, in the storage or elsewhere. */
  sourceOf(post: PostRecord): string
}

/** Loads the needs of a page of attachments with one query per relation. */
export async function loadMediaView(site: SiteContext, type: PostType, page: PostPage<PostNeed>): Promise<MediaView> {
  const view = await loadPostView(site, type, page)
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

/** The link to the parent post, one row per post type. */
function attachedTo(site: SiteContext): readonly LinkRow<PostRecord, MediaView>[] {
  return site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => ({
      rel: `${site.dialect.prefix}:attached-to`,
      attributes: { embeddable: true, post_type: type.name },
      href: [`${collectionUrl(site, type)}/`, post => post.parent],
      when: (post, view) => view.parentOf(post)?.type === type.name,
      computed: { id: post => post.parent },
    }))
}

/** All links of attachments: those of posts, and the parent post. */
export function mediaLinks(site: SiteContext, type: PostType): readonly LinkRow<PostRecord, MediaView>[] {
  const allowed = (post: PostRecord, view: MediaView) =>
    allowedOnPost(site, post, view.principal, view.options, view.parentOf(post) ?? 'gone')
  return [selfLink(site, type, allowed), ...postLinks(site, type), ...attachedTo(site)]
}
