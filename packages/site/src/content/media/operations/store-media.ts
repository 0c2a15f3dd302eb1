import { type PermissionResult, RestError } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import { permit } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, usersIn } from '../../../kernel/records/index.js'
import { requireLengths, TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import {
  cutParentLoop,
  insertPost,
  mayEditPost,
  type PreparedPost,
  permitStatus,
  postLocks,
  postSaved,
  preparePost,
  setInternalMeta,
  storePostChanges,
  treeLock,
} from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { attachmentType } from '../attachments.js'
import type { CoverArt } from '../cover-art.js'
import { mediaSettings } from '../files/media-settings.js'
import { mayAttach, reloadMedia } from '../rules/media-access.js'
import { mediaMetaKeys } from '../stored-file.js'
import { isRecording } from './inspect-file.js'
import type { MediaChanges, MediaInput } from './media-input.js'
import type { SavedFile } from './save-file.js'
import { setFile } from './save-file.js'

/** Audio and video can have a featured image. */
const canHaveImage = isRecording

async function prepareMedia(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { attachedTo, ...input }: MediaInput,
  before: PostRecord | undefined,
): Promise<PreparedPost> {
  if (input.status && input.status !== 'inherit' && input.status !== before?.status)
    permitStatus(type, actor, input.status)
  const status =
    input.status === undefined ? (before?.status ?? 'inherit') : input.status === 'private' ? 'private' : 'inherit'
  requireLengths({ alt_text: input.alt, description: input.content }, TEXT_LIMITS.text, {
    description: before?.content,
  })
  const { changes } = await preparePost(tx, actor, type, input, {
    before,
    resolvedStatus: status,
    excerptParam: 'caption',
  })
  if (attachedTo === undefined) return { input, changes }
  const requested = Math.max(0, attachedTo)
  if (before === undefined) return { input, changes: { ...changes, parent: requested } }
  await tx.lock(treeLock(type.name))
  const parent = await cutParentLoop(tx.store, requested, before)
  return { input, changes: { ...changes, parent } }
}

async function storeAlt(store: StoreSession, id: number, alt: string | undefined): Promise<void> {
  if (alt === undefined) return
  const text = sanitizeTextField(alt)
  await setInternalMeta(store, id, mediaMetaKeys.alt, text === '' ? undefined : text)
}

/** Throws if the featured image of a new file is not an image, or the file cannot have one. */
async function checkFeaturedMedia(store: StoreSession, mimeType: string, id: number | undefined): Promise<void> {
  if (id === undefined) return
  if (!canHaveImage(mimeType))
    throw new RestError('rest_no_featured_media', 'Files of this type cannot have a featured image.', 400)
  const image = id > 0 ? await postsIn(store).get(id) : undefined
  if (id > 0 && (image?.type !== 'attachment' || !image.mimeType.startsWith('image/'))) {
    throw new RestError('rest_invalid_featured_media', 'The image does not exist.', 400)
  }
}

/** Removes an author that does not exist, so that the file belongs to the uploader. */
async function withKnownAuthor(store: StoreSession, { author, ...rest }: MediaInput): Promise<MediaInput> {
  const exists = author !== undefined && (await usersIn(store).get(author)) !== undefined
  return exists ? { ...rest, author } : rest
}

/** A saved file, and the input of its attachment. */
export interface NewMedia {
  readonly input: MediaInput
  readonly saved: SavedFile
  readonly mimeType: string
  /** The featured image, unless the input names one. */
  readonly cover?: CoverArt | undefined
  /**
   * Whether the actor may store it. Receiving the file takes long, so rights may be revoked and records deleted meanwhile.
   */
  readonly may: (tx: Tx, actor: Actor) => Promise<PermissionResult>
}

/** Stores the attachment of a saved file. */
export const insertMedia = defineOperation(
  async (tx, actor, { input: attachment, saved, mimeType, cover, may }: NewMedia): Promise<PostRecord> => {
    const { site, store } = tx
    await tx.lock(postLocks(attachment.attachedTo, attachment.featuredMedia))
    permit(await may(tx, actor))
    const type = attachmentType(site)
    await checkFeaturedMedia(store, mimeType, attachment.featuredMedia)
    const input = await withKnownAuthor(store, attachment)
    const guid = site.get(mediaSettings).storage?.url(saved.originalPath) ?? ''
    const featuredMedia = input.featuredMedia ?? (await cover?.store(tx, actor))
    const withImage = featuredMedia === undefined ? input : { ...input, featuredMedia }
    const prepared = await prepareMedia(tx, actor, type, withImage, undefined)
    const changes = { ...prepared.changes, mimeType, guid }
    const post = await insertPost(tx, actor, type, { ...prepared, changes })
    await setFile(store, post.id, saved)
    await storeAlt(store, post.id, input.alt)
    await setExtraFields(tx, actor, type.name, post, input.fields)
    tx.emit(postSaved, { post, before: undefined })
    return post
  },
  { concurrent: true },
)

/** Updates an attachment, but not its file. Throws a `RestError` for changes that are forbidden or invalid. */
export const updateMedia = defineOperation(
  async (tx, actor, { id, version, ...input }: MediaChanges): Promise<PostRecord> => {
    const type = attachmentType(tx.site)
    await tx.lock(postLocks(id, input.attachedTo, input.featuredMedia))
    const before = await reloadMedia(tx, id, post => mayEditPost(actor, post))
    permit(await mayStayOrAttach(tx, actor, type, before, input.attachedTo))
    const prepared = await prepareMedia(tx, actor, type, input, before)
    if (!canHaveImage(before.mimeType)) delete prepared.input.featuredMedia
    const post = await storePostChanges(tx, actor, type, { before, prepared, version })
    await storeAlt(tx.store, post.id, input.alt)
    await setExtraFields(tx, actor, type.name, post, input.fields)
    tx.emit(postSaved, { post, before })
    return post
  },
  { concurrent: true },
)

/** Whether the file remains attached to its post, or the actor may attach it to another one. */
async function mayStayOrAttach(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { parent: current }: PostRecord,
  attachedTo: number | undefined,
): Promise<PermissionResult> {
  if (attachedTo === undefined || attachedTo === current) return true
  return mayAttach(tx, type, actor, attachedTo)
}
