import { createHmac } from 'node:crypto'
import type { SiteContext } from '../context/index.js'

const KEY_BYTES = 32
const GROUPED = { grouped: true }

const isKey = (stored: unknown): stored is string => typeof stored === 'string' && stored !== ''

/** A secret key of the site, stored in an option in hexadecimal. The first call by any process creates it. */
export async function storedKey(site: SiteContext, option: string): Promise<string> {
  const stored = (await site.options()).get(option)
  if (isKey(stored)) return stored
  return site.store.transaction(async store => {
    const other = await store.options.get(option)
    if (isKey(other)) return other
    const created = Buffer.from(site.services.random(KEY_BYTES)).toString('hex')
    await store.options.set(option, created)
    return created
  }, GROUPED)
}

/** Creates hashes (HMAC with SHA-256) of texts with a secret key of the site, as {@link storedKey} has it. */
export async function keyedHash(site: SiteContext, option: string): Promise<(text: string) => Uint8Array> {
  const key = await storedKey(site, option)
  return text => createHmac('sha256', key).update(text).digest()
}
