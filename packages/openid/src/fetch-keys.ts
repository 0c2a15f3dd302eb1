import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import { type CheckedProvider, isTrustworthy } from './check-provider.js'
import type { FetchKeys } from './provider.js'

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024
const MAX_KEYS = 100

/** The keys of a provider, and the text that they were read from. */
export interface ProviderKeys {
  readonly find: LocalJWKSet
  readonly text: string
}

/** Requests the keys of a provider. Rejects if there are none. */
export async function fetchKeys({ issuer, jwksUri, fetch: given }: CheckedProvider): Promise<ProviderKeys> {
  const get = given ?? fetch
  const text = await fetchText(get, jwksUri ?? (await discoverKeys(get, issuer)))
  const set: unknown = JSON.parse(text)
  if (!hasKeys(set)) throw new Error('The key set has no list of keys, or too many.')
  return { find: createLocalJWKSet(set), text }
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object'

function hasKeys(set: unknown): set is JSONWebKeySet {
  return isObject(set) && 'keys' in set && Array.isArray(set.keys) && set.keys.length <= MAX_KEYS
}

/** The URL of the keys in a provider's discovery document (OpenID Connect Discovery 1.0, section 4). */
async function discoverKeys(get: FetchKeys, issuer: string): Promise<string> {
  const found: unknown = JSON.parse(
    await fetchText(get, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  )
  if (!isObject(found) || !('issuer' in found) || found.issuer !== issuer)
    throw new Error('The discovery document names another issuer.')
  if (!('jwks_uri' in found) || typeof found.jwks_uri !== 'string' || !isTrustworthy(found.jwks_uri))
    throw new Error('The discovery document has no usable jwks_uri.')
  return found.jwks_uri
}

async function fetchText(get: FetchKeys, url: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await get(url, { headers: { accept: 'application/json' }, redirect: 'error', signal })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} responded with ${response.status}.`)
  }
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`${url} responded with more than ${MAX_BYTES} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
