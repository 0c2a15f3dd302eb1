import type { PostRecord } from '../../kernel/records/index.js'
import { dimensionsIn } from './files/image-sizes.js'
import type { PhotoMetadata } from './files/image-tools.js'
import type { MediaSettings } from './files/media-settings.js'
import { isRecording } from './operations/inspect-file.js'
import { recordingDetails } from './recording-details.js'
import type { MediaView } from './rest/media-view.js'
import { folderOf, nameOf, type StoredFile } from './stored-file.js'

/** The sizes of preview images of documents, for sites that create them. */
const DOCUMENT_SIZES = ['thumbnail', 'medium', 'large']
/** A longer caption is not used as a title. */
const MAX_TITLE = 80

const digits = (number: number) => String(Number(number.toPrecision(14)))

/** The title derived from the metadata of a photo; empty for none. */
export const titleOfNotes = (notes: PhotoMetadata): string => (notes.caption.length < MAX_TITLE ? notes.caption : '')

function presentNotes(notes: PhotoMetadata, turned: boolean): Readonly<Record<string, unknown>> {
  return {
    aperture: digits(notes.aperture),
    credit: notes.credit,
    camera: notes.camera,
    caption: notes.caption,
    created_timestamp: String(notes.created),
    copyright: notes.copyright,
    focal_length: digits(notes.focalLength),
    iso: digits(notes.iso),
    shutter_speed: digits(notes.shutterSpeed),
    title: titleOfNotes(notes),
    orientation: turned ? 1 : String(notes.orientation),
    keywords: [],
    alt: '',
  }
}

export function mediaDetails(post: PostRecord, view: MediaView): Readonly<Record<string, unknown>> {
  const file = view.fileOf(post)
  if (file === undefined) return { sizes: {} }
  if (isRecording(post.mimeType)) {
    const { recording, bytes } = file
    const details = recording && recordingDetails(recording, bytes)
    return { ...(details ?? { filesize: bytes, mime_type: post.mimeType }), sizes: {} }
  }
  if (file.width === null || file.height === null) return { filesize: file.bytes, sizes: {} }
  const folder = folderOf(file.path)
  const sizes: Record<string, unknown> = {}
  for (const [name, size] of Object.entries(file.sizes)) {
    const { file: fileName, width, height, bytes, type } = size
    sizes[name] = {
      file: fileName,
      width,
      height,
      filesize: bytes,
      mime_type: type,
      source_url: view.urlOf(folder + fileName),
    }
  }
  const { width, height, editedFrom: from = null } = file
  if (Object.keys(sizes).length > 0) {
    sizes['full'] = {
      file: nameOf(file.path),
      width,
      height,
      mime_type: post.mimeType,
      source_url: view.sourceOf(post),
    }
  }
  return {
    width,
    height,
    file: file.path,
    filesize: file.bytes,
    sizes,
    ...(file.notes === null ? {} : { image_meta: presentNotes(file.notes, file.turned) }),
    ...(file.original === null ? {} : { original_image: file.original }),
    ...(from === null ? {} : { parent_image: { attachment_id: String(from.id), file: from.path } }),
  }
}

export function missingSizes(type: string, file: StoredFile | undefined, media: MediaSettings): readonly string[] {
  const missing = (names: readonly string[]) => names.filter(name => file?.sizes[name] === undefined)
  if (type === 'application/pdf') return missing(DOCUMENT_SIZES.filter(name => media.sizes[name] !== undefined))
  if (file === undefined || file.width === null || file.height === null) return []
  const dimensions = { width: file.width, height: file.height }
  return missing(
    Object.keys(media.sizes).filter(name => dimensionsIn(media.sizes[name] ?? dimensions, dimensions) !== undefined),
  )
}

/** Whether images of a media type get smaller sizes. */
export const isResizable = (type: string): boolean => /^image\/(jpeg|png|gif|webp|avif)$/.test(type)
