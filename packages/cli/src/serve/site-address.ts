import { trimEndCharacters } from '@platen/core'

const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address to serve a site by that remembers one: the same, but on the machine itself the port is the one that is
 * served today.
 */
export function addressOnPort(remembered: string, port: number): string {
  const url = URL.canParse(remembered) ? new URL(remembered) : undefined
  if (url?.protocol !== 'http:' || !OWN_HOSTS.has(url.hostname)) return remembered
  url.port = String(port)
  return trimEndCharacters(url.href, '/')
}

/** The address of a site on the machine itself. */
export const localAddress = (port: number): string => addressOnPort('http://localhost', port)
