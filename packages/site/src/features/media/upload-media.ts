import { bodyChunks, RestError } from '@platen/core'
import { permit } from '../../access/permit.js'
import { lastSegment } from '../../media/file-names.js'
import type { FileStorage } from '../../media/file-storage.js'
import { mediaSettings } from '../../media/media-settings.js'
import { receiveFile } from '../../media/receive-file.js'
import type { Actor } from '../../operations/tx.js'
import { postTypes } from '../../registrations/post-types.js'
import { recordById } from '../../rest/record-by-id.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../posts/post-collection.js'
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

/** An uploaded file with the input of its attachment. Title and caption default to those of the file. */
export interface UploadedFile extends MediaInput {
  readonly upload: Upload
  /** Whether to create the smaller sizes of an image; `true` by default. */
  readonly sizes?: boolean
}

/** A file in memory with the input of its attachment. Title and caption default to those of the file. */
export interface NewFile extends MediaInput {
  /** The file name; the site derives a safe and unused one. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether to create the smaller sizes of an image; `true` by default. */
  readonly sizes?: boolean
}

const noStorage = () => new RestError('rest_upload_unavailable', 'This site has no file storage.', 501)

/** The folder of a file: the month of the post that it is attached to, or the current one for pages and no post. */
async function folderFor(site: SiteContext, parent: PostRecord | undefined): Promise<string> {
  const { time } = await site.options()
  const dated = parent !== undefined && site.get(postTypes).get(parent.type)?.permalink !== 'path' && parent.date !== ''
  const date = dated ? parent.date : time.local(site.services.clock())
  return `${date.slice(0, 4)}/${date.slice(5, 7)}/`
}

/**
 * Stores an uploaded file with its sizes and attachment, or nothing. Discards the temporary file. Rejects with a
 * `RestError` if the type is not accepted or the site has no storage.
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

/** Adds a file in memory like an upload, with the same checks and errors. */
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
  refuseWrongParent(site, parent)
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
