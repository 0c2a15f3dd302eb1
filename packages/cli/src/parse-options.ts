import { isOrigin, trimEndCharacters } from '@platen/core'
import { InvalidArgumentError } from 'commander'
import type { DialectName } from './open-site.js'

/** A port; 0 stands for any free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

/** The address of a site, without a slash at its end. */
export function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It is an address such as https://example.com.')
  }
  return trimEndCharacters(url.href, '/')
}

/** The path of an interface below its site's address, without a slash at its end; empty for the site's address itself. */
export function parseBasePath(text: string): string {
  const path = trimEndCharacters(text, '/')
  if (path !== '' && !/^(?:\/[\w.~-]+)+$/.test(path)) throw new InvalidArgumentError('It is a path such as /api.')
  return path
}

/** An origin as browsers send it, added to those before: a slash at its end, capital letters and a default port go. */
export function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && /^\/?$/.test(url.pathname)
  // Schemes of apps, such as that of a browser's extension, have no origin that a URL would tell.
  const origin = isPlain ? `${url.protocol}//${url.host}` : ''
  if (!isPlain || url.username !== '' || url.password !== '' || !isOrigin(origin)) {
    throw new InvalidArgumentError('It is an origin such as https://app.example: no path, no "*".')
  }
  return before.includes(origin) ? before : [...before, origin]
}

/** The name of a dialect. */
export function parseDialect(text: string): DialectName {
  if (text === 'cms' || text === 'wp') return text
  throw new InvalidArgumentError('It is "cms" or "wp".')
}

/** Pairs such as `old=new`, separated by commas, added to those before. */
export function parsePairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const pairs = text.split(',').map(pair => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || name === '' || value === '') throw new InvalidArgumentError('It is a pair such as "old=new".')
    return [name, value] as const
  })
  return { ...before, ...Object.fromEntries(pairs) }
}
