import { checks } from '@platen/core'
import { siteOption } from '../../../kernel/context/index.js'
import type { Downloader } from './downloader.js'
import type { FileStorage } from './file-storage.js'
import type { FileType } from './file-types.js'
import type { ImageSize } from './image-sizes.js'
import type { ImageTools } from './image-tools.js'
import type { RecordingReader } from './recording-reader.js'

/** The options for uploaded files; all have defaults. */
export interface MediaOptions {
  /** Stores the files; without it, uploads are refused. */
  readonly storage?: FileStorage | undefined
  /** Reads and resizes images; without it, images are stored unchanged, with unknown dimensions. */
  readonly images?: ImageTools | undefined
  /**
   * Reads the length, dimensions, tags and cover art of audio and video files; without it, none of these are stored.
   */
  readonly recordings?: RecordingReader | undefined
  /** Fetches files that are uploaded by URL; without it, only URLs of the site's own storage work. */
  readonly download?: Downloader | undefined
  /** The accepted file types by extension. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** The sizes of derived images by name. */
  readonly sizes?: Readonly<Record<string, ImageSize>> | undefined
  /** The maximum width and height in pixels of displayed images, 2560 by default. Larger uploads are scaled down. */
  readonly largestImage?: number | undefined
  /** The maximum file size in bytes, 64 MiB by default. Larger files are a 413 `rest_upload_file_too_big`. */
  readonly maxBytes?: number | undefined
  /** The quality of derived images, 1 to 100, by media type. */
  readonly quality?: Readonly<Record<string, number>> | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface MediaConfig {
  /** File storage and image processing; without a storage, uploads are refused. */
  readonly media?: MediaOptions | undefined
}

const { callable, count, flag, having, integer, limit, recordOf, required, shaped, text } = checks

const OBJECTS = 'an object with an object for each name'

const size = shaped<ImageSize>({ width: required(count), height: required(count), crop: flag })

/** The option `media` of `createSite`. */
export const mediaOption = siteOption<MediaOptions>(
  'media',
  shaped<MediaOptions>({
    storage: having<FileStorage>('put', 'get', 'remove', 'url'),
    images: having<ImageTools>('inspect', 'make'),
    recordings: having<RecordingReader>('read'),
    download: callable,
    types: recordOf(shaped<FileType>({ type: required(text), capability: text }), OBJECTS),
    sizes: recordOf(size, OBJECTS),
    largestImage: limit,
    maxBytes: limit,
    quality: recordOf(integer(1, 100), 'an object with a number for each media type'),
  }),
)
