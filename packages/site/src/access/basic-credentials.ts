/** What a caller gives to prove who they are. */
export interface BasicCredentials {
  readonly login: string
  readonly password: string
}

/** Reads an `Authorization` header of the scheme `Basic` (RFC 7617); anything else is no credentials. */
export function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^basic +(\S+)\s*$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}
