/** Escapes one token of a JSON pointer (RFC 6901). */
export function escapedToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The value at a pointer such as `/definitions/a`; undefined when there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
