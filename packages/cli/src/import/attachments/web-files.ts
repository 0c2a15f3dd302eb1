import type { Downloader } from '@platen/site'
import type { FileSource } from './file-source.js'
import { pathParts } from './missing-files.js'

/** Fetches files from the URLs in the export, within the limits of a downloader. */
export function webFiles(download: Downloader): FileSource {
  return async ({ url }, limits) => {
    const bytes = await download(url, limits)
    return bytes === undefined ? undefined : { name: pathParts(url).at(-1) ?? '', bytes }
  }
}
