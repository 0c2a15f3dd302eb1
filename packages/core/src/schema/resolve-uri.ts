/** The parts of a URI reference (RFC 3986, appendix B); every text matches. */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

interface Parts {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  readonly path: string
  readonly query: string | undefined
  readonly fragment: string | undefined
}

function split(text: string): Parts {
  const [, scheme, authority, path = '', query, fragment] = parts.exec(text) ?? []
  return { scheme, authority, path, query, fragment }
}

/** Resolves a URI reference against a base (RFC 3986, section 5.2); returns the fragment separately. */
export function resolveUri(reference: string, base: string): { readonly document: string; readonly fragment: string } {
  const given = split(reference)
  const from = split(base)
  const fragment = given.fragment ?? ''
  if (given.scheme !== undefined) return { document: join(given), fragment }
  const { scheme } = from
  if (given.authority !== undefined) return { document: join({ ...given, scheme }), fragment }
  const { authority } = from
  if (given.path === '') return { document: join({ ...from, query: given.query ?? from.query }), fragment }
  return { document: join({ ...given, scheme, authority, path: merged(given.path, from) }), fragment }
}

function merged(path: string, base: Parts): string {
  if (path.startsWith('/')) return path
  if (base.authority !== undefined && base.path === '') return `/${path}`
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path
}

function join({ scheme, authority, path, query }: Parts): string {
  return [
    scheme === undefined ? '' : `${scheme.toLowerCase()}:`,
    authority === undefined ? '' : `//${authority}`,
    withoutDots(path),
    query === undefined ? '' : `?${query}`,
  ].join('')
}

function withoutDots(path: string): string {
  const segments = path.split('/')
  const result: string[] = []
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    if (segment === '..' && result.length > 1) result.pop()
    if (segment !== '.' && segment !== '..') result.push(segment)
    else if (last) result.push('')
  }
  return result.join('/')
}
