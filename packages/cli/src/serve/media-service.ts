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
import { dialects, type MediaOptions } from '@platen/site'
import type { DialectName } from '../dialect-name.js'

/** Where files have been in all dialects: stored texts may contain these URLs. */
const EARLIER_PATH = '/files'

/** How a served site stores and serves uploaded files. */
export interface MediaService {
  readonly options: MediaOptions
  /** Handles requests for the files. */
  readonly serve: FileServer
}

/** The services that store and serve the files of a site. */
export interface MediaServiceOptions {
  readonly dialect: DialectName
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
  { dialect, folder, downloads = {}, media = {}, anyOrigin }: MediaServiceOptions,
): MediaService {
  const { uploadsPath } = dialects[dialect]
  const filesUrl = url + uploadsPath
  const own =
    folder === undefined ? createMemoryStorage({ url: filesUrl }) : createDiskStorage({ folder, url: filesUrl })
  const { storage = own, images = createSharpImages(), download = createDownloader(downloads) } = media
  const { recordings = createRecordingReader() } = media
  // Requests for files have paths relative to the site's URL, as those of the interface do.
  const servers = [...new Set([uploadsPath, EARLIER_PATH])].map(path =>
    serveFiles(own, { path: `${path}/`, types: media.types, anyOrigin }),
  )
  return {
    options: { ...media, storage, images, recordings, download },
    async serve(req, res) {
      if (storage !== own) return false
      for (const serve of servers) if (await serve(req, res)) return true
      return false
    },
  }
}
