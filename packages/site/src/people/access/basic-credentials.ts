/** A login and a password from HTTP Basic authentication. */
export interface BasicCredentials {
  readonly login: string
  readonly password: string
}

/** Parses an `Authorization` header of the scheme `Basic` (RFC 7617); returns `undefined` for anything else. */
export function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^basic +([a-z\d+/]+={0,2})\s*$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}
