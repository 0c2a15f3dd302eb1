import { isUrl, RestError } from '@platen/core'
import type { Downloader } from '@platen/site/media'
import { ImportError } from '../import-error.js'
import type { FileSource } from './file-source.js'
import { pathParts } from './missing-files.js'

/** After so many downloads in succession to which a server did not respond, its other files are not requested. */
const MAX_FAILURES = 10

/** Fetches files from the URLs in the export, within the limits of a downloader. Stops sending requests to servers that do not respond. */
export function webFiles(download: Downloader): FileSource {
  const failures = new Map<string, number>()
  return async ({ url }, limits) => {
    const host = isUrl(url) ? new URL(url).host : ''
    const failed = failures.get(host) ?? 0
    if (failed >= MAX_FAILURES) throw new ImportError(`${host} did not respond to ${failed} requests in succession.`)
    try {
      const bytes = await download(url, limits)
      failures.delete(host)
      return bytes === undefined ? undefined : { name: pathParts(url).at(-1) ?? '', bytes }
    } catch (error) {
      if (hasNoResponse(error)) failures.set(host, (failures.get(host) ?? 0) + 1)
      else failures.delete(host)
      throw error
    }
  }
}

const hasNoResponse = (error: unknown): boolean => error instanceof RestError && error.cause !== undefined
