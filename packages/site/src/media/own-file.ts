import type { SiteContext } from '../site-context.js'
import { mediaSettings } from './media-settings.js'

/** The storage path of a URL of the site's own files; `undefined` for other URLs. */
export function ownFilePath(site: Pick<SiteContext, 'get'>, url: string): string | undefined {
  const base = site.get(mediaSettings).storage?.url('')
  const [start = ''] = url.split(/[?#]/)
  if (base === undefined || base === '' || !start.startsWith(base)) return undefined
  return decodedPath(start.slice(base.length))
}

/** Decodes a path of a URL; empty if its percent-encoding is invalid. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
