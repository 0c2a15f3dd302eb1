import { RestError } from '@platen/core'
import type { FileStorage } from '../../media/file-storage.js'
import type { ImageFacts } from '../../media/image-tools.js'
import { mediaSettings } from '../../media/media-settings.js'
import type { RecordingFacts } from '../../media/recording-reader.js'
import type { Actor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import { type AcceptedFile, acceptUpload } from './accept-upload.js'
import { inspectImage, inspectRecording, isRecording } from './inspect-file.js'
import { deriveImages } from './make-images.js'
import { mediaFor } from './media-for.js'
import { type SavedFile, saveFile } from './save-file.js'
import type { Upload } from './upload-refusal.js'

/** The declared properties of an upload. */
export interface UploadFacts {
  readonly image: ImageFacts | undefined
  /** The bytes of the cover art of audio and video. */
  readonly cover: Uint8Array | undefined
}

/** Notes the properties of audio or video in the details of a saved file. */
function withRecording(saved: SavedFile, { cover: _cover, ...recording }: RecordingFacts): SavedFile {
  return { ...saved, file: { ...saved.file, recording } }
}

/**
 * Accepts an upload, saves it in a folder with the sizes of an image, and stores its record; if that fails or resolves with
 * `undefined`, no files remain. Throws a `RestError` if the type is not accepted.
 */
export async function saveUpload<T>(
  site: SiteContext,
  actor: Actor,
  { upload, sizes = true }: { readonly upload: Upload; readonly sizes?: boolean | undefined },
  folder: () => Promise<string>,
  store: (saved: SavedFile, accepted: AcceptedFile, facts: UploadFacts) => Promise<T>,
): Promise<T> {
  const storage = requireStorage(site)
  const accepted = acceptUpload(site, actor, upload)
  const path = await folder()
  const { source } = accepted.file
  const facts = accepted.type.startsWith('image/') ? await inspectImage(site, actor, source) : undefined
  const derived = sizes
    ? await deriveImages(mediaFor(site, actor), source, accepted.type, facts)
    : { shown: undefined, sizes: new Map() }
  const found = isRecording(accepted.type) ? await inspectRecording(site, actor, source) : undefined
  const written = await saveFile(site, storage, { folder: path, accepted, facts, derived })
  const saved = found === undefined ? written : withRecording(written, found)
  try {
    const stored = await store(saved, accepted, { image: facts, cover: found?.cover })
    if (stored === undefined) await saved.undo()
    return stored
  } catch (error) {
    await saved.undo()
    throw error
  }
}

/** The storage of a site's files; throws `rest_upload_unavailable` if it has none. */
export function requireStorage(site: SiteContext): FileStorage {
  const { storage } = site.get(mediaSettings)
  if (storage === undefined) throw new RestError('rest_upload_unavailable', 'This site has no file storage.', 501)
  return storage
}
