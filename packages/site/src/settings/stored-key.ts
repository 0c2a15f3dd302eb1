import { inTransaction } from '../operations/tx.js'
import type { SiteContext } from '../site-context.js'

const KEY_BYTES = 32

const isKey = (stored: unknown): stored is string => typeof stored === 'string' && stored !== ''

/** A secret key of the site that an option holds, in hexadecimal. The first call of all processes creates it. */
export async function storedKey(site: SiteContext, option: string): Promise<string> {
  const stored = (await site.options()).get(option)
  if (isKey(stored)) return stored
  return inTransaction(site, async ({ store }) => {
    const other = await store.options.get(option)
    if (isKey(other)) return other
    const created = Buffer.from(site.services.random(KEY_BYTES)).toString('hex')
    await store.options.set(option, created)
    return created
  })
}
