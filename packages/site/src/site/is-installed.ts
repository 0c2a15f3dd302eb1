import type { Store } from '@platen/storage'

/** Whether a store contains a site. */
export async function isInstalled(store: Pick<Store, 'options'>): Promise<boolean> {
  return (await store.options.get('site_url')) !== undefined
}
