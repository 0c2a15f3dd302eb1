import type { RequestListener } from 'node:http'
import { type Console, createConsole } from '@platen/console'
import { trimEndCharacters, withoutUndefined } from '@platen/core'
import { createListener, type HttpOptions } from '@platen/http'
import { serveFiles } from '@platen/media'
import { corsHeaders, type Dialect, type Logger, type RateLimit, type Site, themeFiles, themes } from '@platen/site'
import type { Store } from '@platen/storage'
import type { ConsoleConfig } from '../config/define-config.js'
import type { LoadedConfig } from '../config/load-config.js'
import { configError } from '../config/load-error.js'
import type { DialectName } from '../dialect-name.js'
import type { SiteSource } from '../open-site.js'
import { siteOf, storedDialect, storedUrl } from '../open-site.js'
import { uploadsFolder } from '../uploads-folder.js'
import { version } from '../version.js'
import { formSignIn } from './form-sign-in.js'
import { discoveryHeader, serveFrontPage, servePlainText } from './front-page.js'
import { type MediaService, mediaService } from './media-service.js'
import { urlOnPort } from './site-url.js'

const CONSOLE_PATH = '/console'

/** The options of the command line that take precedence over the configuration. */
export interface ServedSiteOptions {
  readonly basePath?: string
  readonly dialect?: DialectName
  readonly url?: string
  /** The folder of uploaded files. */
  readonly files?: string
  /** The folder of plugins. */
  readonly plugins?: string
  readonly cache?: boolean
  readonly trustProxy?: number
  /** The folder of themes. */
  readonly themes?: string
  /** Origins whose pages may send cookies and saved passwords. */
  readonly corsOrigin?: readonly string[]
}

/** The parts that a site is served from. */
export interface ServedFrom {
  readonly store: Store
  readonly place: SiteSource['place']
  readonly port: number
  readonly logger: Logger
  /** Counts for the limits of this process and of others. */
  readonly rateLimit?: RateLimit | undefined
}

/** A site, and the listener that serves it and its files. */
export interface ServedSite {
  readonly site: Site
  readonly listener: RequestListener
  /** The pages and the interface by their names, in the order in which people visit them. */
  readonly urls: Readonly<Record<string, string>>
  /** Ends the watching of files. */
  readonly stop: () => void
}

/** Creates a site for a configuration and the options that take precedence. */
export async function createServedSite(
  from: ServedFrom,
  loaded: LoadedConfig,
  options: ServedSiteOptions,
): Promise<ServedSite> {
  const { store, logger } = from
  const { config } = loaded
  const url = options.url ?? config.url ?? urlOnPort(await storedUrl(store), from.port)
  const dialect = await chosenDialect(from, loaded, options)
  const media = mediaService(url, {
    dialect,
    folder: uploadsFolder({ place: from.place, loaded }, options.files),
    media: config.media,
    anyOrigin: anyOriginMayRead(config.cors),
  })
  const basePath = options.basePath ?? config.basePath
  const site = await siteOf(store, loaded, {
    url,
    apiUrl: config.apiUrl ?? (basePath === undefined ? undefined : url + basePath),
    dialect,
    cache: options.cache ?? config.cache ?? true,
    logger,
    rateLimit: from.rateLimit,
    media: media.options,
    plugins: options.plugins,
    themes: options.themes,
  })
  const { listener, urls } = withPlace(loaded, () => listenerOf(site, media, from, loaded, options))
  const stop = site.context
    .get(themes)
    .watch(error => logger.error({ err: error }, 'the themes could not be read anew'))
  return { site, listener, urls, stop }
}

async function chosenDialect(
  { store, logger }: ServedFrom,
  { config }: LoadedConfig,
  options: ServedSiteOptions,
): Promise<DialectName> {
  const stored = await storedDialect(store)
  const { dialect = config.dialect ?? stored } = options
  if (dialect !== stored) {
    logger.warn(
      {},
      `the site was installed with the dialect ${stored}: its patterns, templates and the like are not served`,
    )
  }
  return dialect
}

/** An error of some work with the configuration is a `CliError` that names the file. */
function withPlace<T>({ path, files }: LoadedConfig, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw path === undefined ? error : configError(path, files, error)
  }
}

function listenerOf(
  site: Site,
  media: MediaService,
  { logger }: ServedFrom,
  { config }: LoadedConfig,
  options: ServedSiteOptions,
): Pick<ServedSite, 'listener' | 'urls'> {
  const { dialect, apiUrl } = site.context
  const basePath = options.basePath ?? config.basePath ?? dialect.basePath
  const trustProxy = options.trustProxy ?? config.trustProxy
  // As for uploads, the paths of requests are relative to the site's URL.
  const publicFiles = themeFiles(site.context)
  const root = trimEndCharacters(site.context.config.url, '/')
  const serveThemes = serveFiles(publicFiles, {
    path: publicFiles.url('').slice(root.length),
    anyOrigin: anyOriginMayRead(config.cors),
  })
  const consoleOptions =
    config.console === false ? undefined : { path: CONSOLE_PATH, ...withoutUndefined(config.console) }
  const pages = consoleOptions && consoleOf(site, consoleOptions)
  const signIn = formSignIn(site, pages?.refuseSignIn)
  const httpOptions: HttpOptions = {
    basePath,
    routeParameter: dialect.routeParameter,
    scriptName: dialect.scriptName,
    cors: corsOf(dialect, config.cors, options.corsOrigin),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    onError: (error, { method, path }) => logger.error({ err: error, method, path }, 'a request failed'),
    pages: async request => (await signIn(request)) ?? pages?.(request),
    async fallback(req, res) {
      if ((await media.serve(req, res)) || (await serveThemes(req, res))) return
      const { url = '' } = req
      if (url === '/' || url.startsWith('/?')) return serveFrontPage(site.context, req, res, consoleOptions?.path)
      servePlainText(
        res,
        404,
        `There is nothing at this address. The interface is at ${apiUrl}/`,
        discoveryHeader(site.context),
      )
    },
  }
  const urls = {
    // Without a path of its own, the interface takes all paths.
    ...(basePath !== '' && { 'front page': `${root}/` }),
    ...(basePath !== '' &&
      consoleOptions && {
        console: root + consoleOptions.path,
        'API browser': `${root}${consoleOptions.path}/api`,
      }),
    interface: `${apiUrl}/`,
  }
  return { listener: createListener(site, httpOptions), urls }
}

function consoleOf(site: Site, options: ConsoleConfig): Console {
  // As for uploads, the path is relative to the site's URL.
  const url = site.context.url + (options.path ?? '')
  return createConsole(site, { url, ...options, versions: { Platen: version, Node: process.versions.node } })
}

const anyOriginMayRead = (configured: HttpOptions['cors']): boolean =>
  configured !== false && configured?.anyOrigin !== false

function corsOf(dialect: Dialect, configured: HttpOptions['cors'], origins: readonly string[] | undefined) {
  if (configured === false && origins === undefined) return false
  const { allowHeaders = [], exposeHeaders = [], ...cors } = configured || {}
  const named = corsHeaders(dialect)
  return {
    ...cors,
    ...(origins && { origins }),
    allowHeaders: [...named.allowHeaders, ...allowHeaders],
    exposeHeaders: [...named.exposeHeaders, ...exposeHeaders],
  }
}
