import { changedRequest, type HandlerRequest, type Resource, RestError } from '@platen/core'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostType } from '../../registrations/post-types.js'
import { setExtraFields } from '../../rest/extra-fields.js'
import { withoutTags } from '../../settings/cleaning.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, StoreContents } from '../../storage/index.js'
import { setOwnMeta } from '../posts/own-values.js'
import type { PostDraft } from '../posts/post-draft.js'
import { cutParentLoop } from '../posts/post-parents.js'
import { asItIsNow, mayEdit } from '../posts/post-permissions.js'
import { type PreparedPost, preparePost } from '../posts/prepare-post.js'
import { insertPost, updatePost } from '../posts/store-post.js'
import type { KeptFile } from './keep-file.js'
import { refuseWrongParent } from './media-permissions.js'
import { mediaMetaKeys } from './stored-file.js'

/** Files that are played can have an image that stands for them. */
const canHaveImage = (mimeType: string): boolean => /^(audio|video)\//.test(mimeType)

/** A text of one line without markup; what is left of it is none. */
const plainText = (text: string): string => withoutTags(text).replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim()

async function prepareMedia(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
  before: PostRecord | undefined,
): Promise<PreparedPost & { readonly alt: string | undefined }> {
  const { status, post: parent, alt_text: alt } = request.params
  const asked =
    typeof status !== 'string' ? (before?.status ?? 'inherit') : status === 'private' ? 'private' : 'inherit'
  const { draft, changes } = await preparePost(site, contents, type, resource, request, before, asked)
  const attached = typeof parent === 'number' ? Math.max(0, parent) : undefined
  const settled =
    before === undefined || attached === undefined ? attached : await cutParentLoop(contents, attached, before)
  return {
    draft,
    changes: { ...changes, ...(settled === undefined ? {} : { parent: settled }) },
    alt: typeof alt === 'string' ? plainText(alt) : undefined,
  }
}

async function storeAlt(contents: StoreContents, id: number, alt: string | undefined): Promise<void> {
  if (alt !== undefined) await setOwnMeta(contents, id, mediaMetaKeys.alt, alt === '' ? undefined : alt)
}

/** The image that a new file is given must be one, and the file one that can have it. */
async function checkFeaturedMedia(site: SiteContext, mimeType: string, request: HandlerRequest): Promise<void> {
  const id = request.params['featured_media']
  if (typeof id !== 'number') return
  if (!canHaveImage(mimeType))
    throw new RestError('rest_no_featured_media', 'Files of this type have no image of their own.', 400)
  const image = id > 0 ? await site.store.posts.get(id) : undefined
  if (id > 0 && (image?.type !== 'attachment' || !image.mimeType.startsWith('image/'))) {
    throw new RestError('rest_invalid_featured_media', 'There is no such image.', 400)
  }
}

/** A new file of somebody who does not exist is the uploader's. */
async function knownAuthor(site: SiteContext, request: HandlerRequest): Promise<Readonly<Record<string, unknown>>> {
  const { author, ...others } = request.params
  const exists = typeof author === 'number' && (await site.store.users.get(author)) !== undefined
  return exists ? request.params : others
}

/** What a new attachment is besides what the request says of it. */
export interface NewMedia {
  readonly kept: KeptFile
  readonly mimeType: string
  readonly title: string
  readonly caption: string
}

/** Stores the attachment of a file that is in the storage already: all of it or nothing. */
export async function insertMedia(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
  { kept, mimeType, title, caption }: NewMedia,
): Promise<PostRecord> {
  await checkFeaturedMedia(site, mimeType, request)
  const given = await knownAuthor(site, request)
  const params = { ...given, title: given['title'] || title, caption: given['caption'] || caption }
  const guid = site.get(mediaSettings).storage?.url(kept.originalPath) ?? ''
  return site.store.transaction(async contents => {
    const prepared = await prepareMedia(site, contents, type, resource, changedRequest(request, { params }), undefined)
    const changes = { ...prepared.changes, mimeType, guid }
    const post = await insertPost(site, contents, type, { draft: prepared.draft, changes }, request)
    await setOwnMeta(contents, post.id, mediaMetaKeys.path, kept.file.path)
    await setOwnMeta(contents, post.id, mediaMetaKeys.file, kept.file)
    await storeAlt(contents, post.id, prepared.alt)
    await setExtraFields(site, type.name, post, request, contents)
    return post
  })
}

/** Stores changes of an attachment; its file stays as it is. */
export async function updateMedia(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
  id: number,
): Promise<{ readonly before: PostRecord; readonly post: PostRecord }> {
  await refuseWrongParent(site, request)
  return site.store.transaction(async contents => {
    const before = await asItIsNow(contents, id, post => mayEdit(post, request))
    const prepared = await prepareMedia(site, contents, type, resource, request, before)
    if (!canHaveImage(before.mimeType)) prepared.draft.featuredMedia = undefined
    const post = await updatePost(site, contents, type, prepared, before, request)
    await storeAlt(contents, post.id, prepared.alt)
    await setExtraFields(site, type.name, post, request, contents)
    return { before, post }
  })
}
