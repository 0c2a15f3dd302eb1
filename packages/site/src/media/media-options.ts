import type { Downloader } from './downloader.js'
import type { FileStorage } from './file-storage.js'
import type { FileType } from './file-types.js'
import type { ImageSize } from './image-sizes.js'
import type { ImageTools } from './image-tools.js'

/** How a site deals with uploaded files; everything has a default. */
export interface MediaOptions {
  /** Where files are saved; without it nothing can be uploaded. */
  readonly storage?: FileStorage | undefined
  /** What reads and resizes images; without it images are saved as they come, of unknown dimensions. */
  readonly images?: ImageTools | undefined
  /** What fetches files that are uploaded by their address; without it only the site's own can be. */
  readonly download?: Downloader | undefined
  /** The types that may be uploaded, by extension. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** The sizes that images are made in, by name. */
  readonly sizes?: Readonly<Record<string, ImageSize>> | undefined
  /** Images whose width or height is larger, in pixels, are shown scaled down to it: 2560 when left out. */
  readonly largestImage?: number | undefined
  /** The largest file in bytes: 64 MiB when left out. Larger ones are a 413 `rest_upload_file_too_big`. */
  readonly maxBytes?: number | undefined
  /** The quality of images that are made, 1 to 100, by media type. */
  readonly quality?: Readonly<Record<string, number>> | undefined
}
