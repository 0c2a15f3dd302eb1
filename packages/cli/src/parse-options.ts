import { isOrigin, isUrl, trimEndCharacters } from '@platen/core'
import { InvalidArgumentError } from 'commander'
import type { DialectName } from './dialect-name.js'

/** Parses a port; 0 means any free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

/** Parses the URL of a site; a trailing slash is removed. */
export function parseUrl(text: string): string {
  const url = isUrl(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('Expected a URL such as https://example.com.')
  }
  return trimEndCharacters(url.href, '/')
}

/** Parses the path of the interface; a trailing slash is removed, so that `/` is empty. */
export function parseBasePath(text: string): string {
  const path = trimEndCharacters(text, '/')
  if (path !== '' && !/^(?:\/[\w.~-]+)+$/.test(path)) throw new InvalidArgumentError('Expected a path such as /api.')
  return path
}

/** Parses an origin, normalizes it to the form that browsers send, and adds it to the previous ones. */
export function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  const url = isUrl(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && /^\/?$/.test(url.pathname)
  // The `origin` of a URL is "null" for the schemes of apps, such as browser extensions.
  const origin = isPlain ? `${url.protocol}//${url.host}` : ''
  if (!isPlain || url.username !== '' || url.password !== '' || !isOrigin(origin)) {
    throw new InvalidArgumentError('Expected an origin such as https://app.example, without a path or "*".')
  }
  return before.includes(origin) ? before : [...before, origin]
}

export function parseDialect(text: string): DialectName {
  if (text === 'cms' || text === 'wp') return text
  throw new InvalidArgumentError('Expected "cms" or "wp".')
}

/** Parses pairs such as `old=new`, separated by commas, and adds them to the previous ones. */
export function parsePairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const pairs = text.split(',').map(pair => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || name === '' || value === '') throw new InvalidArgumentError('Expected a pair such as "old=new".')
    return [name, value] as const
  })
  return { ...before, ...Object.fromEntries(pairs) }
}
