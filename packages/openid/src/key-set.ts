import type { Services } from '@platen/site'
import type { CheckedProvider } from './check-provider.js'
import { fetchKeys, type ProviderKeys } from './fetch-keys.js'

/** The cached keys of a provider. Whatever clients send, they are requested at most once in ten seconds. */
export interface KeySet {
  /** The keys, unless they must be requested again. The object stays the same until the keys change. */
  current(): ProviderKeys | undefined
  /** The keys. While the provider does not respond, keys of up to an hour ago are used, then `undefined`. */
  load(): Promise<ProviderKeys | undefined>
  /** Requests the keys again, for a token with a key that is not among them. */
  reload(): Promise<ProviderKeys | undefined>
}

const FRESH_MS = 10 * 60 * 1000
const USABLE_MS = 60 * 60 * 1000
const COOLDOWN_MS = 10 * 1000

/** Creates the key set of a provider; the keys are requested when they are first needed. */
export function createKeySet(provider: CheckedProvider, { clock, logger }: Services): KeySet {
  let keys: ProviderKeys | undefined
  let fetched = 0
  let attempted: number | undefined
  let isFailing = false
  let running: Promise<void> | undefined
  // If the clock is set back, old keys must still expire, and requests must still be sent.
  const isWithin = (since: number, duration: number) => {
    const age = clock() - since
    return age >= 0 && age < duration
  }

  async function request(): Promise<void> {
    try {
      const found = await fetchKeys(provider)
      if (found.text !== keys?.text) keys = found
      fetched = clock()
      isFailing = false
    } catch (err) {
      isFailing = true
      logger.warn({ err, issuer: provider.issuer }, 'the keys of an OpenID provider could not be read')
    } finally {
      running = undefined
    }
  }

  function refresh(): Promise<void> {
    if (running !== undefined) return running
    if (attempted !== undefined && isWithin(attempted, COOLDOWN_MS)) return Promise.resolve()
    attempted = clock()
    running = request()
    return running
  }

  const current = () => (keys !== undefined && isWithin(fetched, FRESH_MS) ? keys : undefined)
  const usable = () => (keys !== undefined && isWithin(fetched, USABLE_MS) ? keys : undefined)
  return {
    current,
    async load() {
      const fresh = current()
      if (fresh !== undefined) return fresh
      const refreshed = refresh()
      // While the provider does not respond, requests do not wait for it.
      if (!isFailing || usable() === undefined) await refreshed
      return usable()
    },
    async reload() {
      await refresh()
      return usable()
    },
  }
}
