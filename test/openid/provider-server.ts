import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Test } from 'tap'

export const AUDIENCE = 'https://site.example/cms-json'

/** A private key of a provider, and its public half as the provider publishes it. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

/** An OpenID provider that listens on this machine. */
export interface LocalProvider {
  readonly issuer: string
  /** The keys that it publishes. */
  published: readonly JWK[]
  /** How it responds: with its keys by default. */
  answer: (path: string) => { readonly status?: number; readonly text: string; readonly location?: string } | undefined
  /** How often its keys were requested. */
  readonly requests: () => number
  stop(): Promise<void>
}

/** Creates a key. */
export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** Starts a provider that publishes keys. */
export async function startProvider(t: Test, ...keys: readonly SigningKey[]): Promise<LocalProvider> {
  let requests = 0
  const server = createServer((req, res) => {
    const path = req.url ?? ''
    const given = provider.answer(path)
    if (path === '/keys') requests++
    const { status = 200, text, location } = given ?? { text: JSON.stringify(standard(path)) }
    res.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standard = (path: string) =>
    path === '/keys' ? { keys: provider.published } : { issuer, jwks_uri: `${issuer}/keys` }
  const provider: LocalProvider = {
    issuer,
    published: keys.map(({ jwk }) => jwk),
    answer: () => undefined,
    requests: () => requests,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  t.teardown(() => provider.stop())
  return provider
}

/** What differs from a token that the site accepts; times are in seconds. */
export interface TokenOptions {
  readonly claims?: JWTPayload
  readonly header?: Readonly<Record<string, unknown>>
  /** The time at which it is issued, for ten minutes. */
  readonly now?: number
}

/** Signs a token of the subject `s-1`. Claims that are `undefined` are left out. */
export function signToken(
  key: Pick<SigningKey, 'kid' | 'alg'> & { readonly privateKey: CryptoKey | Uint8Array },
  issuer: string,
  { claims, header, now = Math.floor(Date.now() / 1000) }: TokenOptions = {},
): Promise<string> {
  const payload = { iss: issuer, aud: AUDIENCE, sub: 's-1', iat: now, exp: now + 600, ...claims }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
    .sign(key.privateKey)
}
