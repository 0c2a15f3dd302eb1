import { type PermissionResult, RestError } from '@platen/core'
import { permit } from '../../access/permit.js'
import { mediaSettings } from '../../media/media-settings.js'
import { type Actor, inTransaction, type Tx } from '../../operations/tx.js'
import type { PostType } from '../../registrations/post-types.js'
import { setExtraFields } from '../../rest/extra-fields.js'
import { recordById } from '../../rest/record-by-id.js'
import { withoutTags } from '../../settings/cleaning.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, StoreContents } from '../../storage/index.js'
import { setOwnMeta } from '../posts/own-values.js'
import { mayEditPost } from '../posts/post-access.js'
import { postSaved } from '../posts/post-hooks.js'
import { cutParentLoop } from '../posts/post-parents.js'
import { type PreparedPost, preparePost } from '../posts/prepare-post.js'
import { insertPost, storePostChanges } from '../posts/store-post.js'
import { mayAttachTo, reloadMedia } from './media-access.js'
import type { MediaChanges, MediaInput } from './media-input.js'
import { attachmentType } from './media-type.js'
import type { SavedFile } from './save-file.js'
import { mediaMetaKeys } from './stored-file.js'

/** Files that are played can have an image that stands for them. */
const canHaveImage = (mimeType: string): boolean => /^(audio|video)\//.test(mimeType)

/** A text of one line without markup. */
const plainText = (text: string): string => withoutTags(text).replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim()

async function prepareMedia(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { attachedTo, ...input }: MediaInput,
  before: PostRecord | undefined,
): Promise<PreparedPost> {
  const status =
    input.status === undefined ? (before?.status ?? 'inherit') : input.status === 'private' ? 'private' : 'inherit'
  const { changes } = await preparePost(tx, actor, type, input, before, status)
  if (attachedTo === undefined) return { input, changes }
  const wanted = Math.max(0, attachedTo)
  const parent = before === undefined ? wanted : await cutParentLoop(tx.store, wanted, before)
  return { input, changes: { ...changes, parent } }
}

async function storeAlt(store: StoreContents, id: number, alt: string | undefined): Promise<void> {
  if (alt === undefined) return
  const text = plainText(alt)
  await setOwnMeta(store, id, mediaMetaKeys.alt, text === '' ? undefined : text)
}

/** The image that a new file is given must be one, and the file one that can have it. */
async function checkFeaturedMedia(site: SiteContext, mimeType: string, id: number | undefined): Promise<void> {
  if (id === undefined) return
  if (!canHaveImage(mimeType))
    throw new RestError('rest_no_featured_media', 'Files of this type have no image of their own.', 400)
  const image = id > 0 ? await site.store.posts.get(id) : undefined
  if (id > 0 && (image?.type !== 'attachment' || !image.mimeType.startsWith('image/'))) {
    throw new RestError('rest_invalid_featured_media', 'There is no such image.', 400)
  }
}

/** A new file of an unknown author belongs to the uploader. */
async function withKnownAuthor(site: SiteContext, { author, ...others }: MediaInput): Promise<MediaInput> {
  const exists = author !== undefined && (await site.store.users.get(author)) !== undefined
  return exists ? { ...others, author } : others
}

/** What a new attachment is besides its input. */
export interface NewMedia {
  readonly saved: SavedFile
  readonly mimeType: string
}

/** Stores the attachment of a file that is in the storage already: all of it or nothing. */
export async function insertMedia(
  site: SiteContext,
  actor: Actor,
  given: MediaInput,
  { saved, mimeType }: NewMedia,
): Promise<PostRecord> {
  const type = attachmentType(site)
  await checkFeaturedMedia(site, mimeType, given.featuredMedia)
  const input = await withKnownAuthor(site, given)
  const guid = site.get(mediaSettings).storage?.url(saved.originalPath) ?? ''
  return inTransaction(site, async tx => {
    const prepared = await prepareMedia(tx, actor, type, input, undefined)
    const changes = { ...prepared.changes, mimeType, guid }
    const post = await insertPost(tx, actor, type, { ...prepared, changes })
    await setOwnMeta(tx.store, post.id, mediaMetaKeys.path, saved.file.path)
    await setOwnMeta(tx.store, post.id, mediaMetaKeys.file, saved.file)
    await storeAlt(tx.store, post.id, input.alt)
    await setExtraFields(tx, actor, type.name, post, input.fields)
    tx.emit(postSaved, { post, before: undefined })
    return post
  })
}

/** Changes an attachment; its file stays as it is. Throws a `RestError` for what the actor may not or cannot do. */
export async function updateMedia(tx: Tx, actor: Actor, { id, version, ...input }: MediaChanges): Promise<PostRecord> {
  const type = attachmentType(tx.site)
  const before = await reloadMedia(tx, id, post => mayEditPost(actor, post))
  permit(await mayStayOrAttach(tx, actor, type, before, input.attachedTo))
  const prepared = await prepareMedia(tx, actor, type, input, before)
  if (!canHaveImage(before.mimeType)) delete prepared.input.featuredMedia
  const post = await storePostChanges(tx, actor, type, prepared, before, version)
  await storeAlt(tx.store, post.id, input.alt)
  await setExtraFields(tx, actor, type.name, post, input.fields)
  tx.emit(postSaved, { post, before })
  return post
}

/** A file may stay where it is attached; elsewhere it may go where the actor may edit. */
async function mayStayOrAttach(
  { store }: Tx,
  actor: Actor,
  type: PostType,
  { parent: current }: PostRecord,
  attachedTo: number | undefined,
): Promise<PermissionResult> {
  if (attachedTo === undefined || attachedTo === current) return true
  return mayAttachTo(type, actor, attachedTo, await recordById(store.posts, attachedTo))
}
