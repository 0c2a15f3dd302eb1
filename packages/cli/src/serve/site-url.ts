import { isUrl, trimEndCharacters } from '@platen/core'

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The stored URL of a site. A URL of this machine gets the port that the site is served on now. */
export function urlOnPort(stored: string, port: number): string {
  const url = isUrl(stored) ? new URL(stored) : undefined
  if (url?.protocol !== 'http:' || !LOCAL_HOSTS.has(url.hostname)) return stored
  url.port = String(port)
  return trimEndCharacters(url.href, '/')
}

/** The URL of a site on the machine itself. */
export const localUrl = (port: number): string => urlOnPort('http://localhost', port)
