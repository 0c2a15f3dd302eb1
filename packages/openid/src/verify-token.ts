import { RestError } from '@platen/core'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { type CheckedProvider, tokenType } from './check-provider.js'
import type { ProviderKeys } from './fetch-keys.js'
import type { KeySet } from './key-set.js'

/** A provider with its keys. */
export interface TrustedProvider {
  readonly provider: CheckedProvider
  readonly keySet: KeySet
}

/** A token whose signature and claims are valid. */
export interface VerifiedToken {
  readonly trusted: TrustedProvider
  readonly keys: ProviderKeys
  readonly subject: string
  /** When it expires, in milliseconds, with the tolerance. */
  readonly expires: number
  readonly claims: JWTPayload
}

const MAX_LENGTH = 16 * 1024
const MAX_SUBJECT_LENGTH = 255

/** The error for an invalid token. It contains no reason, which would only help attackers. */
export const invalidToken = (cause?: unknown): RestError =>
  new RestError('openid_invalid_token', 'The token is invalid or has expired. Sign in again.', 401, { cause })

const unavailable = () =>
  new RestError('openid_provider_unavailable', 'The token cannot be verified at the moment.', 503)

/** Verifies a token at `now`, in milliseconds. Resolves with an error if it is invalid for any reason. */
export async function verifyToken(
  token: string,
  providers: ReadonlyMap<string, TrustedProvider>,
  now: number,
): Promise<VerifiedToken | RestError> {
  const trusted = providerOf(token, providers)
  if (trusted === undefined) return invalidToken()
  const keys = await trusted.keySet.load()
  if (keys === undefined) return unavailable()
  try {
    return await verifyWith(token, trusted, keys, now)
  } catch (thrown) {
    if (!(thrown instanceof errors.JWKSNoMatchingKey)) return invalidToken(thrown)
  }
  const newer = await trusted.keySet.reload()
  if (newer === undefined || newer === keys) return invalidToken()
  return verifyWith(token, trusted, newer, now).catch(invalidToken)
}

/** The provider of a token that may be valid: for other tokens, the site must not request keys. */
function providerOf(token: string, providers: ReadonlyMap<string, TrustedProvider>): TrustedProvider | undefined {
  if (token.length > MAX_LENGTH) return undefined
  try {
    const { alg, typ = 'JWT' } = decodeProtectedHeader(token)
    const { iss = '' } = decodeJwt(token)
    const trusted = providers.get(iss)
    const isAccepted =
      typeof alg === 'string' &&
      trusted?.provider.algorithms.includes(alg) &&
      typeof typ === 'string' &&
      trusted.provider.types.includes(tokenType(typ))
    return isAccepted ? trusted : undefined
  } catch {
    return undefined
  }
}

async function verifyWith(
  token: string,
  trusted: TrustedProvider,
  keys: ProviderKeys,
  now: number,
): Promise<VerifiedToken> {
  const { issuer, audience, algorithms, clockTolerance } = trusted.provider
  const { payload } = await jwtVerify(token, keys.find, {
    issuer,
    audience,
    algorithms,
    clockTolerance,
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp'],
  })
  const { sub: subject, exp = 0 } = payload
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH)
    throw new Error('The token has no usable subject.')
  return { trusted, keys, subject, expires: (exp + clockTolerance) * 1000, claims: payload }
}
