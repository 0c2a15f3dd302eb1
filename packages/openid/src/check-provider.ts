import { checks, isLocalHost, isUrl, type OptionChecks, optionsComplaint } from '@platen/core'
import { RegistrationError } from '@platen/site/extend'
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

const { callable, either, flag, listOf, oneOf, required, text, texts, where } = checks

const providerChecks: OptionChecks<OpenIdProvider> = {
  issuer: required(text),
  audience: required(either(text, texts)),
  jwksUri: text,
  algorithms: listOf(oneOf(ASYMMETRIC), 'a list of algorithms'),
  types: texts,
  clockTolerance: where(
    `a number of seconds from 0 to ${MAX_CLOCK_TOLERANCE}`,
    value => typeof value === 'number' && value >= 0 && value <= MAX_CLOCK_TOLERANCE,
  ),
  linkByEmail: flag,
  newUserRole: text,
  fetch: callable,
}

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
  const complaint = optionsComplaint(provider, providerChecks)
  if (complaint !== undefined) throw new RegistrationError(`the OpenID provider "${issuer}": ${complaint}`)
  const audience = [provider.audience].flat()
  for (const url of jwksUri === undefined ? [issuer] : [issuer, jwksUri])
    if (!isTrustworthy(url)) throw fail(`has the URL "${url}", which is neither https nor on this machine`)
  if (audience.length === 0) throw fail('has no audience')
  if (algorithms.length === 0) throw fail('has no algorithm')
  return { ...provider, audience, algorithms: [...algorithms], types: types.map(tokenType), clockTolerance }
}
