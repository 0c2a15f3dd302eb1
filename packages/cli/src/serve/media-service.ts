import {
  createDiskStorage,
  createDownloader,
  createMemoryStorage,
  createSharpImages,
  type DownloaderOptions,
  type FileServer,
  serveFiles,
} from '@platen/media'
import type { MediaOptions } from '@platen/site'

/** Below the site's address. */
const FILES_PATH = '/files'

/** What a served site does with uploaded files. */
export interface MediaService {
  readonly options: MediaOptions
  /** Answers requests for the files. */
  readonly serve: FileServer
}

/** Stores the files of the site at `url` in a folder, or in memory when there is none. */
export function mediaService(folder: string | undefined, url: string, downloads: DownloaderOptions = {}): MediaService {
  const address = url + FILES_PATH
  const storage =
    folder === undefined ? createMemoryStorage({ url: address }) : createDiskStorage({ folder, url: address })
  return {
    options: { storage, images: createSharpImages(), download: createDownloader(downloads) },
    // Like the interface, files are asked for by paths without what the site's address has of one.
    serve: serveFiles(storage, { path: `${FILES_PATH}/` }),
  }
}
