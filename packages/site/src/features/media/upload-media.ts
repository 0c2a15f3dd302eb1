import { RestError } from '@platen/core'
import type { FileStorage } from '../../media/file-storage.js'
import { mediaSettings } from '../../media/media-settings.js'
import type { Actor } from '../../operations/tx.js'
import { recordById } from '../../rest/record-by-id.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { acceptUpload } from './accept-upload.js'
import { inspectImage } from './inspect-image.js'
import { keepFile } from './keep-file.js'
import { deriveImages } from './make-images.js'
import { refuseWrongParent } from './media-access.js'
import { titleOfNotes } from './media-details.js'
import type { MediaInput } from './media-input.js'
import { insertMedia } from './store-media.js'
import type { Upload } from './upload-refusal.js'

/** A file to add, and what its attachment sets. Without a title or caption those of the file are taken. */
export interface NewFile extends MediaInput {
  readonly upload: Upload
  /** Whether the smaller sizes of an image are made at once. */
  readonly sizes?: boolean
}

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
export async function createMedia(site: SiteContext, actor: Actor, file: NewFile): Promise<PostRecord> {
  const { storage } = site.get(mediaSettings)
  try {
    if (storage === undefined)
      throw new RestError('rest_upload_unavailable', 'This site has no place to keep files in.', 501)
    return await storeUpload(site, actor, storage, file)
  } finally {
    await file.upload.file.discard()
  }
}

async function storeUpload(
  site: SiteContext,
  actor: Actor,
  storage: FileStorage,
  { upload, sizes, ...input }: NewFile,
): Promise<PostRecord> {
  const accepted = acceptUpload(site, actor, upload)
  const parent = await recordById(site.store.posts, input.attachedTo)
  refuseWrongParent(parent)
  const facts = accepted.type.startsWith('image/') ? await inspectImage(site, accepted.file.source) : undefined
  const derived =
    sizes === false
      ? { shown: undefined, sizes: new Map() }
      : await deriveImages(site.get(mediaSettings), accepted.file.source, accepted.type, facts)
  const kept = await keepFile(site, storage, await folderFor(site, parent), accepted, facts, derived)
  const own = {
    title: (facts === undefined ? '' : titleOfNotes(facts.notes)) || (accepted.title ?? kept.base),
    excerpt: facts?.notes.caption ?? '',
  }
  try {
    return await insertMedia(site, actor, { ...own, ...input }, { kept, mimeType: accepted.type })
  } catch (error) {
    await kept.undo()
    throw error
  }
}
