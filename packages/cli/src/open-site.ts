import { fileURLToPath } from 'node:url'
import { withoutUndefined } from '@platen/core'
import { createWebClient } from '@platen/media'
import {
  createSite,
  dialects,
  isInstalled,
  type Logger,
  type MediaOptions,
  type RateLimit,
  type Site,
  type SiteConfig,
} from '@platen/site'
import { type Store, StoreError } from '@platen/storage'
import { configFeature } from './config/config-feature.js'
import type { PlatenConfig } from './config/define-config.js'
import { type LoadedConfig, loadConfig } from './config/load-config.js'
import { configError } from './config/load-error.js'
import type { DialectName } from './dialect-name.js'
import { pluginLibrary } from './plugin-library.js'
import { noSite, openStore, requireLasting, type StoreOptions, type StorePlace, storePlace } from './store-place.js'
import { themeSources } from './theme-sources.js'

/** The store option with the name of the dialect that the site was installed with. */
export const DIALECT_OPTION = 'dialect'

/** The folder that contains this package and the others of the service. */
const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))

/** Overrides of a site's configuration, and defaults for other options. */
export interface RunOptions {
  readonly url?: string | undefined
  readonly apiUrl?: string | undefined
  readonly dialect?: DialectName | undefined
  readonly cache?: boolean | number | undefined
  /** Used unless the configuration has a logger. */
  readonly logger?: Logger | undefined
  /** Used unless the configuration has one, or counts in the store. */
  readonly rateLimit?: RateLimit | undefined
  readonly media?: MediaOptions | undefined
  /** The folder of plugins. */
  readonly plugins?: string | undefined
  /** The folder of themes. */
  readonly themes?: string | undefined
}

/** The dialect that a site was installed with. */
export async function storedDialect(store: Store): Promise<DialectName> {
  const name = await store.options.get(DIALECT_OPTION)
  return name === 'wp' ? 'wp' : 'cms'
}

/** The public URL of a site. */
export const storedUrl = async (store: Store): Promise<string> => String(await store.options.get('site_url'))

/**
 * Creates the site of a store from a configuration, ready for requests. An error in the configuration is a `CliError`
 * that names the file.
 */
export async function siteOf(store: Store, loaded: LoadedConfig, options: RunOptions = {}): Promise<Site> {
  const { config, path, files } = loaded
  const url = options.url ?? config.url ?? (await storedUrl(store))
  const dialect = dialects[options.dialect ?? config.dialect ?? (await storedDialect(store))]
  const { logger, rateLimit } = options
  try {
    const site = createSite({
      ...passedOn(config),
      plugins: pluginLibrary(loaded, options.plugins),
      store,
      url,
      dialect,
      apiUrl: options.apiUrl ?? config.apiUrl,
      cache: options.cache ?? config.cache,
      siteHealth: { folder: PACKAGES, ...withoutUndefined(config.siteHealth) },
      services: {
        web: createWebClient(),
        ...(logger && { logger }),
        ...(rateLimit && config.rateLimits?.shared !== true && { rateLimit }),
        ...withoutUndefined(config.services),
      },
      themes: themeSources(loaded, options.themes),
      media: { ...config.media, ...options.media },
      features: [...(config.features ?? []), configFeature(config)],
    })
    await site.ready()
    return site
  } catch (error) {
    throw path === undefined || error instanceof StoreError ? error : configError(path, files, error)
  }
}

/** The options of a site that a configuration has unchanged. */
type PassedOn = Omit<
  SiteConfig,
  | 'store'
  | 'url'
  | 'dialect'
  | 'apiUrl'
  | 'cache'
  | 'plugins'
  | 'siteHealth'
  | 'services'
  | 'themes'
  | 'media'
  | 'features'
>

/** Named one by one, so that an option of sites that is missing here is a type error. */
const passedOn = (config: PlatenConfig): { readonly [K in keyof Required<PassedOn>]: PassedOn[K] } => ({
  loginUrl: config.loginUrl,
  roles: config.roles,
  authenticators: config.authenticators,
  applicationPasswords: config.applicationPasswords,
  sessions: config.sessions,
  audit: config.audit,
  rateLimits: config.rateLimits,
  comments: config.comments,
  avatarUrl: config.avatarUrl,
  revisionsToKeep: config.revisionsToKeep,
  searchTotalLimit: config.searchTotalLimit,
  facetLimit: config.facetLimit,
  openApi: config.openApi,
  abilities: config.abilities,
  environment: config.environment,
  locales: config.locales,
  blockDirectory: config.blockDirectory,
  patternDirectory: config.patternDirectory,
  renderCache: config.renderCache,
  compression: config.compression,
  limits: config.limits,
  maxBodyBytes: config.maxBodyBytes,
  maxAnonymousBodyBytes: config.maxAnonymousBodyBytes,
  cacheControl: config.cacheControl,
  onError: config.onError,
})

/** Where the site of a command is, and how it is configured. */
export interface SiteSource {
  readonly loaded: LoadedConfig
  readonly place: StorePlace
}

/** Loads the configuration that the options name, or the one in the working directory, and finds the store. */
export async function siteSource(options: StoreOptions): Promise<SiteSource> {
  const loaded = await loadConfig(options.config)
  return { loaded, place: storePlace(options, loaded) }
}

/** Finds the site for a command that changes it; a store in memory is refused, because changes would be lost. */
export async function lastingSource(options: StoreOptions): Promise<SiteSource> {
  const source = await siteSource(options)
  requireLasting(source.place)
  return source
}

/** Opens the site that a command's options name, calls `work` and closes the store. See `withSource`. */
export const withSite = async <T>(options: StoreOptions, work: (site: Site) => Promise<T>): Promise<T> =>
  withSource(await lastingSource(options), work)

/**
 * Opens a site, calls `work` and closes the store. A `CliError` when there is no site. `runOptions` receives the URL and
 * the dialect of the site.
 */
export async function withSource<T>(
  { place, loaded }: SiteSource,
  work: (site: Site) => Promise<T>,
  runOptions: (url: string, dialect: DialectName) => RunOptions = () => ({}),
): Promise<T> {
  const store = await openStore(place)
  try {
    if (!(await isInstalled(store))) throw noSite(place)
    const url = loaded.config.url ?? (await storedUrl(store))
    const dialect = loaded.config.dialect ?? (await storedDialect(store))
    return await work(await siteOf(store, loaded, { url, dialect, ...runOptions(url, dialect) }))
  } finally {
    await store.close()
  }
}
