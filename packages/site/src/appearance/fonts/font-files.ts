import { type HandlerRequest, type IncomingFile, memoKey, type ReceivedFile, RestError } from '@platen/core'
import {
  cleanFileName,
  lastSegment,
  latinText,
  mediaSettings,
  NO_IMAGES,
  type ReceivedUpload,
  receiveFile,
  requireStorage,
  type SavedFile,
  saveFile,
} from '../../content/media/index.js'
import type { SiteContext } from '../../kernel/context/index.js'

/** The folder of font files in the storage. */
const FOLDER = 'fonts/'
/** Large enough for the fonts of scripts with tens of thousands of characters. */
const MAX_FILE_BYTES = 32 * 1024 * 1024
/** The maximum number of files of a face: one per format. */
const MAX_FILES = 8

/** A font file to store. */
export interface FontUpload {
  /** The name by which the settings refer to it in `src`. */
  readonly field: string
  /** The file name that the client gave. */
  readonly name: string
  readonly file: ReceivedUpload
}

/** A file of a form, received before the arguments are validated. */
interface FormFont extends ReceivedUpload {
  readonly field: string
  readonly name: string
}

const isFormFont = (file: ReceivedFile): file is FormFont => 'field' in file && 'head' in file

/** The formats of fonts by extension: the media type, and the first bytes of a file. */
const FORMATS: Readonly<Record<string, { readonly type: string; readonly starts: readonly string[] }>> = Object.freeze({
  woff2: { type: 'font/woff2', starts: ['wOF2'] },
  woff: { type: 'font/woff', starts: ['wOFF'] },
  ttf: { type: 'font/ttf', starts: ['\0\x01\0\0', 'true'] },
  otf: { type: 'font/otf', starts: ['OTTO'] },
})

const isFormat = (extension: string): boolean => Object.hasOwn(FORMATS, extension)

/** The maximum size of an upload of a face, in bytes. */
export const maxFontBytes = (site: SiteContext): number => Math.min(site.get(mediaSettings).maxBytes, MAX_FILE_BYTES)

const received = memoKey<{ count: number }>('font files')

/** Receives a file of a form as a stream. */
export async function receiveFont(
  site: SiteContext,
  { field, name, chunks }: IncomingFile,
  request: HandlerRequest,
): Promise<ReceivedFile | undefined> {
  const counter = request.once(received, () => ({ count: 0 }))
  counter.count += 1
  if (counter.count > MAX_FILES)
    throw new RestError('rest_upload_too_many_files', `A font face has at most ${MAX_FILES} files.`, 400)
  const { storage } = site.get(mediaSettings)
  const file = await receiveFile(storage, chunks, { maxBytes: maxFontBytes(site) })
  const font: FormFont = { ...file, field, name }
  if (name !== '' || file.size > 0) return font
  // Browsers send an unused file input as an empty file without a name.
  await file.discard()
  return undefined
}

/** The font files of a form. */
export const fontsOf = (request: HandlerRequest): readonly FontUpload[] =>
  request.received.filter(isFormFont).map(file => ({ field: file.field, name: lastSegment(file.name), file }))

/** Stores a font file under an unused name. Throws unless its bytes match the font format of its extension. */
export async function saveFont(site: SiteContext, { name: fileName, file }: FontUpload): Promise<SavedFile> {
  const storage = requireStorage(site)
  if (file.size === 0) throw uploadFailure(site, 'The file is empty.')
  const name = cleanFileName(fileName, isFormat)
  const format = isFormat(name.extension) ? FORMATS[name.extension] : undefined
  const head = latinText(file.head.subarray(0, 4))
  if (format?.starts.includes(head) !== true)
    throw new RestError('rest_font_upload_invalid_file_type', 'Only WOFF2, WOFF, TTF and OTF fonts are accepted.', 400)
  const accepted = { ...name, type: format.type, file, title: undefined }
  return saveFile(site, storage, { folder: FOLDER, accepted, derived: NO_IMAGES })
}

/** The error for an unusable upload of any type. */
export const uploadFailure = ({ dialect }: Pick<SiteContext, 'dialect'>, message: string): RestError =>
  new RestError(
    'rest_font_upload_unknown_error',
    message,
    dialect.clientErrorStatuses['rest_font_upload_unknown_error'] ?? 400,
  )
