import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { createExpiringCache } from '../../kernel/web/index.js'
import { providedCollection, readCollection, type ShownCollection } from './font-collection-data.js'
import type { FontCollection } from './font-collections.js'

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT = 10_000
const CACHE_BYTES = 32 * 1024 * 1024
const DAY = 24 * 60 * 60 * 1000
/** How long a failure is cached, so that not every request waits for it. */
const AFTER_FAILURE = 60_000

const cache = registrationKey('content of font collections', site =>
  createExpiringCache<ShownCollection | undefined>(CACHE_BYTES, defaultServices(site.config.services).clock),
)

/** Loads the content of a collection; `undefined` if its source cannot be read. */
export async function loadFontCollection(
  site: SiteContext,
  { slug, content }: FontCollection,
): Promise<ShownCollection | undefined> {
  if (typeof content !== 'string') return providedCollection(content)
  return site.get(cache).get(content, async () => {
    const result = await site.services.web.get(content, {
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT,
      accept: 'application/json',
    })
    const isComplete = result.outcome === 'response' && result.status === 200 && !result.truncated
    const value = isComplete ? readCollection(site, decodeJson(result.bytes)) : undefined
    if (value !== undefined && isComplete) return { value, lifetime: DAY, bytes: result.bytes.length }
    site.services.logger.warn({ slug, source: content, result: result.outcome }, 'a font collection cannot be read')
    return { value: undefined, lifetime: AFTER_FAILURE, bytes: 0 }
  })
}

function decodeJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
