import { bodyChunks, RestError } from '@platen/core'
import { permit } from '../../access/permit.js'
import { lastSegment } from '../../media/file-names.js'
import type { FileStorage } from '../../media/file-storage.js'
import { mediaSettings } from '../../media/media-settings.js'
import { receiveFile } from '../../media/receive-file.js'
import type { Actor } from '../../operations/tx.js'
import { recordById } from '../../rest/record-by-id.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { acceptUpload } from './accept-upload.js'
import { inspectImage } from './inspect-image.js'
import { deriveImages } from './make-images.js'
import { mayUpload, refuseWrongParent } from './media-access.js'
import { titleOfNotes } from './media-details.js'
import type { MediaInput } from './media-input.js'
import { attachmentType } from './media-type.js'
import { saveFile } from './save-file.js'
import { insertMedia } from './store-media.js'
import type { Upload } from './upload-refusal.js'

/** An uploaded file to add, and what its attachment sets. Without a title or caption those of the file are taken. */
export interface UploadedFile extends MediaInput {
  readonly upload: Upload
  /** Whether the smaller sizes of an image are made at once. */
  readonly sizes?: boolean
}

/** A file to add in process, and what its attachment sets. Without a title or caption those of the file are taken. */
export interface NewFile extends MediaInput {
  /** The name of the file; the site makes a safe and free one of it. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether the smaller sizes of an image are made at once; `true` unless given. */
  readonly sizes?: boolean
}

const noStorage = () => new RestError('rest_upload_unavailable', 'This site has no place to keep files in.', 501)

/** Files are stored by month: that of the post they are attached to, or else this one. Pages are of no month. */
async function folderFor(site: SiteContext, parent: PostRecord | undefined): Promise<string> {
  const { time } = await site.options()
  const dated = parent !== undefined && parent.type !== 'page' && parent.date !== ''
  const date = dated ? parent.date : time.local(site.services.clock())
  return `${date.slice(0, 4)}/${date.slice(5, 7)}/`
}

/**
 * Adds an uploaded file: stores it with its sizes, then its attachment. Nothing of it stays when that fails, and the upload
 * is discarded. Throws a `RestError` for a type that is not accepted, or when the site has no storage.
 */
export async function createMedia(site: SiteContext, actor: Actor, file: UploadedFile): Promise<PostRecord> {
  const { storage } = site.get(mediaSettings)
  try {
    if (storage === undefined) throw noStorage()
    return await storeUpload(site, actor, storage, file)
  } finally {
    await file.upload.file.discard()
  }
}

/** Adds a file from memory, as an upload of it would. Rejects as uploading does. */
export async function createMediaFrom(
  site: SiteContext,
  actor: Actor,
  { name, bytes, ...file }: NewFile,
): Promise<PostRecord> {
  const { storage, maxBytes } = site.get(mediaSettings)
  if (storage === undefined) throw noStorage()
  const received = await receiveFile(storage, bodyChunks({ kind: 'bytes', bytes }), { maxBytes })
  return createMedia(site, actor, { ...file, upload: { way: 'body', name: lastSegment(name), file: received } })
}

async function storeUpload(
  site: SiteContext,
  actor: Actor,
  storage: FileStorage,
  { upload, sizes, ...input }: UploadedFile,
): Promise<PostRecord> {
  const parent = await recordById(site.store.posts, input.attachedTo)
  permit(mayUpload(attachmentType(site), actor, input, parent))
  const accepted = acceptUpload(site, actor, upload)
  refuseWrongParent(parent)
  const facts = accepted.type.startsWith('image/') ? await inspectImage(site, accepted.file.source) : undefined
  const derived =
    sizes === false
      ? { shown: undefined, sizes: new Map() }
      : await deriveImages(site.get(mediaSettings), accepted.file.source, accepted.type, facts)
  const saved = await saveFile(site, storage, await folderFor(site, parent), accepted, facts, derived)
  const own = {
    title: (facts === undefined ? '' : titleOfNotes(facts.notes)) || (accepted.title ?? saved.base),
    excerpt: facts?.notes.caption ?? '',
  }
  try {
    return await insertMedia(site, actor, { ...own, ...input }, { saved, mimeType: accepted.type })
  } catch (error) {
    await saved.undo()
    throw error
  }
}
