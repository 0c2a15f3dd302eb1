import { type ArgValidator, bodyChunks, isUrl, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { lastSegment } from '../files/file-names.js'
import { mediaSettings } from '../files/media-settings.js'
import { decodedPath, ownFilePath } from '../files/own-file.js'
import { receiveFile } from '../files/receive-file.js'
import { openFile } from '../files/stored-content.js'
import type { Upload } from '../rules/upload-refusal.js'

const invalidUrl = (message: string) => new RestError('rest_invalid_url', message, 400)

/** Accepts URLs of the site's own storage and, if the site has a downloader, of the web. */
export function urlCheck(site: SiteContext): ArgValidator {
  const text = site.registry.compileSchema({ type: 'string' })
  return value => {
    if (value === null && site.dialect.emptyForNull) return undefined
    if (typeof value !== 'string') return text.validate(value, 'url')
    if (!/^https?:\/\//i.test(value) || !isUrl(value)) return invalidUrl('url is not an http or https URL.')
    const { username, password } = new URL(value)
    if (username !== '' || password !== '') return invalidUrl('url must not contain credentials.')
    const reachable = site.get(mediaSettings).download !== undefined || ownFilePath(site, value) !== undefined
    return reachable ? undefined : invalidUrl('url cannot be fetched by this site.')
  }
}

const asChunks = (bytes: Uint8Array | undefined) => bytes && bodyChunks({ kind: 'bytes', bytes })

async function ownFile(site: SiteContext, path: string) {
  const { storage } = site.get(mediaSettings)
  const content = storage && (await openFile(storage, path))
  return content?.read(0, content.size - 1)
}

export async function fetchUpload(site: SiteContext, url: string, signal: AbortSignal | undefined): Promise<Upload> {
  const name = lastSegment(decodedPath(new URL(url).pathname))
  if (name === '') throw invalidUrl('The URL does not end with a file name.')
  const path = ownFilePath(site, url)
  const { storage, download, maxBytes } = site.get(mediaSettings)
  const chunks = path === undefined ? asChunks(await download?.(url, { maxBytes, signal })) : await ownFile(site, path)
  if (chunks === undefined) throw new RestError('rest_upload_not_found', 'There is no file at this URL.', 400)
  return { way: 'url', name, file: await receiveFile(storage, chunks, { maxBytes }) }
}
