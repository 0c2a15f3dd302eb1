import { Client, DatabaseError } from 'pg'

/** Which connections are encrypted, and what is verified, as `sslmode` of libpq defines it. */
export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

export const SSL_MODES: readonly SslMode[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/** The URLs to connect with, one after the other as long as the server refuses to encrypt. */
export type ConnectionUrls = readonly [first: string, fallback?: string]

/** Applies `mode`, or else that of the URL or of the environment; `prefer` by default. A `RangeError` for others. */
export function connectionUrls(url: string, mode: SslMode | undefined): ConnectionUrls {
  // Of a parameter that the URL has twice, the driver takes the last one.
  const parameters = url.split(/[?&#]/)
  const parameter = (name: string) => parameters.findLast(each => each.startsWith(`${name}=`))?.slice(name.length + 1)
  // A parameter of the driver.
  if (mode === undefined && parameter('sslmode') === undefined && parameter('ssl') !== undefined) return [url]
  const name = mode ?? parameter('sslmode') ?? process.env['PGSSLMODE'] ?? 'prefer'
  const known = SSL_MODES.find(each => each === name)
  if (known === undefined) {
    throw new RangeError(`The sslmode "${name}" is not supported; the supported ones are ${SSL_MODES.join(', ')}.`)
  }
  if (known === 'verify-ca' && parameter('sslrootcert') === undefined) {
    throw new RangeError('The sslmode "verify-ca" requires a certificate: sslrootcert=FILE.')
  }
  const withMode = (each: SslMode) => `${url}${url.includes('?') ? '&' : '?'}sslmode=${each}&uselibpqcompat=true`
  const plain = withMode('disable')
  if (isSocket(plain) || known === 'disable') return [plain]
  return known === 'prefer' ? [withMode(known), plain] : [withMode(known)]
}

/** Nothing is encrypted within a machine. Invalid URLs are reported when they are used. */
function isSocket(url: string): boolean {
  try {
    return new Client(url).host.startsWith('/')
  } catch {
    return false
  }
}

/** Whether an error is about the encryption of a connection. Those of the system name hosts and files. */
export function isEncryptionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseError) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === 'EPROTO' || (!('syscall' in error) && /ssl|tls|cert/i.test(`${error.message} ${code}`))
}

/** Whether a server may accept the connection without encryption: by itself, or by its rules for clients. */
export const isEncryptionRefusal = (error: unknown): boolean =>
  isEncryptionError(error) || (error instanceof DatabaseError && error.code === '28000')
