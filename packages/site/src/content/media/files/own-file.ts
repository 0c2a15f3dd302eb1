import type { SiteContext } from '../../../kernel/context/index.js'
import { mediaSettings } from './media-settings.js'

/** The storage path of a URL of the site's own files; `undefined` for other URLs. */
export function ownFilePath(site: Pick<SiteContext, 'get'>, url: string): string | undefined {
  const base = site.get(mediaSettings).storage?.url('')
  const [start = ''] = url.split(/[?#]/)
  if (base === undefined || base === '' || !start.startsWith(base)) return undefined
  return decodedPath(start.slice(base.length))
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

/** Whether an absolute URL, without a query, is that of a PDF file on the host of the site or of its files. */
export function isOwnDocument(site: Pick<SiteContext, 'get' | 'url'>, url: string): boolean {
  if (!url.endsWith('.pdf') || !URL.canParse(url)) return false
  const { protocol, username, password, host, search, hash } = new URL(url)
  const isPage = protocol === 'https:' || protocol === 'http:'
  if (!isPage || username !== '' || password !== '' || search !== '' || hash !== '') return false
  return host === hostOf(site.url) || host === hostOf(site.get(mediaSettings).storage?.url('') ?? '')
}

/** Decodes a path of a URL; empty if its percent-encoding is invalid. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
