import { isLocalHost, isUrl, trimEndCharacters } from '@platen/core'

/** The stored URL of a site. A URL of this machine gets the port that the site is served on now. */
export function urlOnPort(stored: string, port: number): string {
  const url = isUrl(stored) ? new URL(stored) : undefined
  if (url?.protocol !== 'http:' || !isLocalHost(url.hostname)) return stored
  url.port = String(port)
  return trimEndCharacters(url.href, '/')
}

/** The URL of a site on the machine itself. */
export const localUrl = (port: number): string => urlOnPort('http://localhost', port)
