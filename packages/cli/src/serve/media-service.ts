import {
  createDiskStorage,
  createDownloader,
  createMemoryStorage,
  createRecordingReader,
  createSharpImages,
  type DownloaderOptions,
  type FileServer,
  serveFiles,
} from '@platen/media'
import type { MediaOptions } from '@platen/site'

/** Below the site's URL. */
const FILES_PATH = '/files'

/** How a served site stores and serves uploaded files. */
export interface MediaService {
  readonly options: MediaOptions
  /** Handles requests for the files. */
  readonly serve: FileServer
}

/** The services that store and serve the files of a site. */
export interface MediaServiceOptions {
  /** In memory by default. */
  readonly folder: string | undefined
  readonly downloads?: DownloaderOptions
  /** Takes precedence over the services created here. A custom storage must serve its own files. */
  readonly media?: MediaOptions | undefined
  /** Whether pages of every origin may read them; true by default. */
  readonly anyOrigin?: boolean | undefined
}

export function mediaService(
  url: string,
  { folder, downloads = {}, media = {}, anyOrigin }: MediaServiceOptions,
): MediaService {
  const filesUrl = url + FILES_PATH
  const own =
    folder === undefined ? createMemoryStorage({ url: filesUrl }) : createDiskStorage({ folder, url: filesUrl })
  const { storage = own, images = createSharpImages(), download = createDownloader(downloads) } = media
  const { recordings = createRecordingReader() } = media
  return {
    options: { ...media, storage, images, recordings, download },
    // Requests for files have paths relative to the site's URL, as those of the interface do.
    serve:
      storage === own ? serveFiles(own, { path: `${FILES_PATH}/`, types: media.types, anyOrigin }) : async () => false,
  }
}
