import { RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Actor } from '../../../kernel/operations/index.js'
import { keptPath } from '../files/file-names.js'
import type { FileStorage } from '../files/file-storage.js'
import type { Dimensions } from '../files/image-sizes.js'
import type { ImageFacts } from '../files/image-tools.js'
import { type MediaSettings, mediaFor, mediaSettings } from '../files/media-settings.js'
import type { RecordingFacts } from '../files/recording-reader.js'
import type { Upload } from '../rules/upload-refusal.js'
import { type AcceptedFile, acceptUpload } from './accept-upload.js'
import { inspectImage, inspectRecording, isRecording } from './inspect-file.js'
import { deriveImages } from './make-images.js'
import { type KeptNames, type SavedFile, saveFile, saveKeptFile } from './save-file.js'

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

/** An upload to save. */
export interface UploadToSave {
  readonly upload: Upload
  /** Whether to create the sizes of an image; `true` by default. */
  readonly sizes?: boolean | undefined
  /** The path and sizes of the file in another site, reused if possible. */
  readonly kept?: KeptUpload | undefined
}

/** The path of a file in another site, and its images there. */
export interface KeptUpload {
  readonly path: string
  readonly sizes: Readonly<Record<string, KeptSize>>
  readonly isReserved: KeptNames['isReserved']
}

/** The file name and dimensions of a size. */
export interface KeptSize extends Dimensions {
  readonly file: string
}

/** The reusable names of a file; `undefined` if its path is not possible, or has another type than the file. */
function keptNames(site: SiteContext, { extension }: AcceptedFile, { path, sizes, isReserved }: KeptUpload) {
  const { types } = site.get(mediaSettings)
  const names = keptPath(path, each => Object.hasOwn(types, each))
  if (names?.extension.toLowerCase() !== extension) return undefined
  const files = Object.entries(sizes).flatMap(([name, { file }]) => {
    const size = file.includes('/') ? undefined : keptPath(file, each => Object.hasOwn(types, each))
    return size?.extension.toLowerCase() === extension ? [[name, file] as const] : []
  })
  return { ...names, sizes: Object.fromEntries(files), isReserved }
}

/** The sizes to create: those of the other site, whose images content shows, take precedence. */
const withKeptSizes = (media: MediaSettings, { sizes }: KeptUpload): MediaSettings => ({
  ...media,
  sizes: {
    ...media.sizes,
    ...Object.fromEntries(
      Object.entries(sizes).map(([name, { width, height }]) => [name, { width, height, crop: true }]),
    ),
  },
})

/**
 * Accepts an upload, saves it in a folder with the sizes of an image, and stores its record; if that fails or resolves with
 * `undefined`, no files remain. Throws a `RestError` if the type is not accepted.
 */
export async function saveUpload<T>(
  site: SiteContext,
  actor: Actor,
  { upload, sizes = true, kept }: UploadToSave,
  folder: () => Promise<string>,
  store: (saved: SavedFile, accepted: AcceptedFile, facts: UploadFacts) => Promise<T>,
): Promise<T> {
  const storage = requireStorage(site)
  const accepted = acceptUpload(site, actor, upload)
  const media = mediaFor(site, actor)
  const path = await folder()
  const { source } = accepted.file
  const facts = accepted.type.startsWith('image/') ? await inspectImage(site, actor, source) : undefined
  const derived = sizes
    ? await deriveImages(kept === undefined ? media : withKeptSizes(media, kept), source, accepted.type, facts)
    : { shown: undefined, sizes: new Map() }
  const recording = isRecording(accepted.type) ? await inspectRecording(site, actor, source) : undefined
  const file = { folder: path, accepted, facts, derived }
  const names = kept && keptNames(site, accepted, kept)
  const written = (names && (await saveKeptFile(site, storage, file, names))) ?? (await saveFile(site, storage, file))
  const saved = recording === undefined ? written : withRecording(written, recording)
  try {
    const stored = await store(saved, accepted, { image: facts, cover: recording?.cover })
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
