import { isUrl, RestError } from '@platen/core'
import type { Downloader } from '@platen/site/media'
import { createWebClient, type WebClientOptions } from './web-client.js'

/** How files are fetched from the web. */
export interface DownloaderOptions extends WebClientOptions {}

const refused = (message: string, cause?: unknown) => new RestError('rest_invalid_url', message, 400, { cause })

/** Creates a downloader for the public web; see {@link createWebClient}. */
export function createDownloader(options: DownloaderOptions = {}): Downloader {
  const web = createWebClient(options)
  return async (url, { maxBytes, signal }) => {
    if (!isUrl(url)) throw refused('The URL could not be fetched.')
    const result = await web.get(url, { maxBytes, signal })
    if (result.outcome === 'refused') throw refused(result.reason, result.cause)
    if (result.outcome === 'failed') throw refused('The URL could not be fetched.', result.cause)
    const { status, bytes, truncated } = result
    if (status === 404 || status === 410) return undefined
    if (status !== 200) throw refused(`The server responded with the status ${status}.`)
    if (truncated) throw new RestError('rest_upload_file_too_big', `The file is larger than ${maxBytes} bytes.`, 413)
    return bytes
  }
}
