import { checks } from '@platen/core'
import { registrationKey, type SiteContext, siteOption } from '../../../kernel/context/index.js'
import type { Actor } from '../../../kernel/operations/index.js'
import type { FileStorage } from './file-storage.js'
import { DEFAULT_FILE_TYPES, type FileType } from './file-types.js'
import { DEFAULT_IMAGE_SIZES, type ImageSize } from './image-sizes.js'
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

/** The limits of a download. */
export interface DownloadLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/**
 * Fetches a file from the web. It must refuse URLs within the site's own network, because they come from users who upload
 * files, not from the operator. Resolves with `undefined` if the file does not exist; rejects with a `RestError` if the URL
 * is refused or the download fails, whose `cause` is set if the server did not respond.
 */
export type Downloader = (url: string, limits: DownloadLimits) => Promise<Uint8Array | undefined>

/** `MediaOptions` with all defaults resolved. */
export interface MediaSettings {
  readonly storage: FileStorage | undefined
  readonly images: ImageTools | undefined
  readonly recordings: RecordingReader | undefined
  readonly download: Downloader | undefined
  readonly types: Readonly<Record<string, FileType>>
  readonly sizes: Readonly<Record<string, ImageSize>>
  readonly quality: Readonly<Record<string, number>>
  readonly largestImage: number
  readonly maxBytes: number
}

const DEFAULT_QUALITY: Readonly<Record<string, number>> = Object.freeze({ 'image/webp': 86 })
const USUAL_QUALITY = 82

function resolveMediaOptions(options: MediaOptions = {}): MediaSettings {
  return Object.freeze({
    storage: options.storage,
    images: options.images,
    recordings: options.recordings,
    download: options.download,
    types: Object.freeze({ ...(options.types ?? DEFAULT_FILE_TYPES) }),
    sizes: Object.freeze({ ...(options.sizes ?? DEFAULT_IMAGE_SIZES) }),
    largestImage: options.largestImage ?? 2560,
    maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
    quality: Object.freeze({ ...DEFAULT_QUALITY, ...options.quality }),
  })
}

/** The quality of derived images of a media type. */
export const qualityOf = (media: Pick<MediaSettings, 'quality'>, type: string): number =>
  media.quality[type] ?? USUAL_QUALITY

/** A site's media options with every default resolved. */
export const mediaSettings = registrationKey('media settings', site => resolveMediaOptions(mediaOption.of(site)))

/** A site's media settings, whose tools work for a user. */
export function mediaFor(site: SiteContext, { id }: Actor): MediaSettings {
  const settings = site.get(mediaSettings)
  const { images, recordings } = settings
  return {
    ...settings,
    images: images && {
      inspect: source => images.inspect(source, id),
      make: (source, steps, quality) => images.make(source, steps, quality, id),
    },
    recordings: recordings && { read: source => recordings.read(source, id) },
  }
}
