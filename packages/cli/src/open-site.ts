import {
  createSite,
  dialects,
  isInstalled,
  type MediaOptions,
  type Services,
  type Site,
  type Store,
} from '@platen/site'
import { noSite, openStore, requireLasting, type StorePlace } from './store-place.js'

/** The option of a store in which the name of the dialect is kept that its site was made with. */
export const DIALECT_OPTION = 'dialect'

/** The names of the dialects. */
export type DialectName = keyof typeof dialects

/** What a site is run with; what is left out is as the site remembers it. */
export interface RunOptions {
  readonly url?: string | undefined
  readonly apiUrl?: string | undefined
  readonly dialect?: DialectName | undefined
  readonly cache?: boolean | undefined
  readonly services?: Partial<Services> | undefined
  readonly media?: MediaOptions | undefined
}

/** The dialect that a site was made with. */
export async function storedDialect(store: Store): Promise<DialectName> {
  const name = await store.options.get(DIALECT_OPTION)
  return name === 'wp' ? 'wp' : 'cms'
}

/** Makes the site of a store. */
export async function siteOf(store: Store, options: RunOptions = {}): Promise<Site> {
  const dialect = dialects[options.dialect ?? (await storedDialect(store))]
  const url = options.url ?? String(await store.options.get('site_url'))
  const { apiUrl, cache, services, media } = options
  return createSite({ store, url, dialect, apiUrl, cache, services, media })
}

/**
 * Opens the site of a place, runs some work on it and closes it again; a `CliError` says that there is none. `options`
 * receives the URL of the site.
 */
export async function withSite<T>(
  place: StorePlace,
  work: (site: Site) => Promise<T>,
  options: (url: string) => RunOptions = () => ({}),
): Promise<T> {
  requireLasting(place)
  const store = await openStore(place)
  try {
    if (!(await isInstalled(store))) throw noSite(place)
    return await work(await siteOf(store, options(String(await store.options.get('site_url')))))
  } finally {
    await store.close()
  }
}
