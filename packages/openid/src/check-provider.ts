import { isLocalHost, isUrl } from '@platen/core'
import { RegistrationError } from '@platen/site'
import type { OpenIdProvider } from './provider.js'

/** A provider with all of its options. */
export interface CheckedProvider extends OpenIdProvider {
  readonly audience: string[]
  readonly algorithms: string[]
  readonly types: readonly string[]
  readonly clockTolerance: number
}

const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const MAX_CLOCK_TOLERANCE = 300

/** Whether keys may be loaded from a URL: only if they cannot be replaced in transit. */
export function isTrustworthy(text: string): boolean {
  if (!isUrl(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))
}

/** `typ` without the prefix that it may leave out (RFC 7515, section 4.1.9), in lower case. */
export const tokenType = (typ: string): string => typ.toLowerCase().replace(/^application\//, '')

/** Fills in the options of a provider. Throws a `RegistrationError` for unusable ones. */
export function checkProvider(provider: OpenIdProvider): CheckedProvider {
  const { issuer, jwksUri, clockTolerance = 60, types = ['at+jwt', 'JWT'], algorithms = ASYMMETRIC } = provider
  const fail = (what: string) => new RegistrationError(`the OpenID provider "${issuer}" ${what}`)
  const audience = [provider.audience].flat()
  for (const url of jwksUri === undefined ? [issuer] : [issuer, jwksUri])
    if (!isTrustworthy(url)) throw fail(`has the URL "${url}", which is neither https nor on this machine`)
  if (audience.length === 0 || !audience.every(each => typeof each === 'string' && each !== ''))
    throw fail('has no audience')
  const unknown = algorithms.find(each => !ASYMMETRIC.includes(each))
  if (unknown !== undefined || algorithms.length === 0)
    throw fail(`has the algorithm "${unknown}", which is not one of ${ASYMMETRIC.join(', ')}`)
  if (!(clockTolerance >= 0 && clockTolerance <= MAX_CLOCK_TOLERANCE))
    throw fail(`has a clockTolerance that is not between 0 and ${MAX_CLOCK_TOLERANCE} seconds`)
  return { ...provider, audience, algorithms: [...algorithms], types: types.map(tokenType), clockTolerance }
}
