import { registrationKey } from '../../../kernel/context/index.js'
import type { Downloader } from './downloader.js'
import type { FileStorage } from './file-storage.js'
import { DEFAULT_FILE_TYPES, type FileType } from './file-types.js'
import { DEFAULT_IMAGE_SIZES, type ImageSize } from './image-sizes.js'
import type { ImageTools } from './image-tools.js'
import type { MediaOptions } from './media-options.js'
import { mediaOption } from './media-options.js'
import type { RecordingReader } from './recording-reader.js'

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
