const SCHEME = 'bearer'

/** The token of an `Authorization` header of the scheme `Bearer` (RFC 6750); `undefined` for other schemes. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const rest = header.slice(SCHEME.length)
  return rest === '' || rest.startsWith(' ') ? rest.trim() : undefined
}
