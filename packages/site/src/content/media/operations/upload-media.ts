import { bodyChunks } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, perform, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { postTypes } from '../../types/index.js'
import { attachmentType } from '../attachments.js'
import { saveCover } from '../cover-art.js'
import { lastSegment } from '../files/file-names.js'
import { mediaSettings } from '../files/media-settings.js'
import { receiveFile } from '../files/receive-file.js'
import { titleOfNotes } from '../media-details.js'
import type { StoredCover } from '../recording-details.js'
import { mayUpload, refuseWrongParent } from '../rules/media-access.js'
import type { Upload } from '../rules/upload-refusal.js'
import type { MediaInput } from './media-input.js'
import type { SavedFile } from './save-file.js'
import { requireStorage, saveUpload } from './save-upload.js'
import { insertMedia } from './store-media.js'

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

/** The folder of a month, by a date; an empty date means now. */
export async function monthFolder(site: SiteContext, date: string): Promise<string> {
  const dated = date || (await site.options()).time.local(site.services.clock())
  return `${dated.slice(0, 4)}/${dated.slice(5, 7)}/`
}

/**
 * Stores an uploaded file with its sizes and attachment, or nothing. Discards the temporary file. Rejects with a
 * `RestError` if the type is not accepted or the site has no storage.
 */
export async function createMedia(site: SiteContext, actor: Actor, file: UploadedFile): Promise<PostRecord> {
  try {
    requireStorage(site)
    return await storeUpload(site, actor, file)
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
  const { maxBytes } = site.get(mediaSettings)
  const received = await receiveFile(requireStorage(site), bodyChunks({ kind: 'bytes', bytes }), { maxBytes })
  return createMedia(site, actor, { ...file, upload: { way: 'body', name: lastSegment(name), file: received } })
}

async function storeUpload(
  site: SiteContext,
  actor: Actor,
  { upload, sizes, ...input }: UploadedFile,
): Promise<PostRecord> {
  const type = attachmentType(site)
  const parentIn = (store: StoreSession) => recordById(postsIn(store), input.attachedTo)
  const parent = await parentIn(site.store)
  permit(mayUpload(type, actor, input, parent))
  const folder = () => {
    refuseWrongParent(site, parent)
    // The month of the post that the file is attached to; pages are not dated.
    const isDated = parent !== undefined && site.get(postTypes).get(parent.type)?.permalink !== 'path'
    return monthFolder(site, isDated ? parent.date : '')
  }
  return saveUpload(
    site,
    actor,
    { upload, sizes },
    folder,
    async (saved, { type: mimeType, title }, { image, cover: bytes }) => {
      const defaults = {
        title: (image === undefined ? '' : titleOfNotes(image.notes)) || (title ?? saved.base),
        excerpt: image?.notes.caption ?? '',
      }
      const cover = bytes && (await saveCover(site, actor, bytes, saved))
      try {
        const described = cover === undefined ? saved : withCover(saved, cover.about)
        const media = { input: { ...defaults, ...input }, saved: described, mimeType, cover }
        const may = async (tx: Tx, by: Actor) => mayUpload(type, by, input, await parentIn(tx.store))
        return await perform(site, insertMedia, actor, { ...media, may })
      } catch (error) {
        await cover?.undo()
        throw error
      }
    },
  )
}

/** Notes the type and dimensions of cover art in the details of a saved file. */
function withCover(saved: SavedFile, image: StoredCover): SavedFile {
  const { recording } = saved.file
  return recording === undefined ? saved : { ...saved, file: { ...saved.file, recording: { ...recording, image } } }
}
