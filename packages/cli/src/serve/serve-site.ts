import { createHttpServer, type Dispatcher, type HttpOptions, type HttpServer } from '@platen/http'
import { corsHeaders, dialects, isInstalled, type Site, type Store } from '@platen/site'
import type { Logger } from 'pino'
import { CliError } from '../cli-error.js'
import { type DialectName, siteOf, storedDialect } from '../open-site.js'
import { placeName, type StorePlace } from '../store-place.js'
import type { Terminal } from '../terminal.js'
import { firstSignIn, makeFirstSite, signInText } from './first-sign-in.js'
import { serveFrontPage, servePlainText } from './front-page.js'
import { logRequests } from './log.js'
import { type MediaService, mediaService } from './media-service.js'
import { repeat } from './repeat.js'
import { addressOnPort, localAddress } from './site-address.js'

/** How a store is served. */
export interface Serving {
  readonly store: Store
  readonly place: StorePlace
  readonly host?: string
  readonly port: number
  readonly basePath?: string
  readonly dialect?: DialectName
  readonly url?: string
  /** The folder that uploaded files are kept in; in memory when there is none. */
  readonly files: string | undefined
  readonly cache: boolean
  readonly trustProxy?: number
  /** Origins whose pages may send cookies and saved passwords. */
  readonly corsOrigin?: readonly string[]
  readonly logger: Logger
}

/** Scheduled posts are published by requests, too: this is for those who listen to the site. */
const PUBLISHING_INTERVAL = 30_000

/** What answers requests, once it is there. */
interface Served {
  readonly site: Site
  readonly media: MediaService
}

/** Serves the site of a store until the terminal is interrupted; one is made if there is none. */
export async function serveSite(serving: Serving, terminal: Terminal): Promise<void> {
  const { store, logger, cache } = serving
  const isNew = !(await isInstalled(store))
  const dialect = isNew ? (serving.dialect ?? 'cms') : await knownDialect(serving)
  const basePath = serving.basePath ?? dialects[dialect].basePath
  let open: (served: Served) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const opened = new Promise<Served>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  // Whoever asks meanwhile hears of it; nobody has to.
  opened.catch(() => {})
  // The port must be known before there can be a site: its address holds it.
  const server = createServer(serving, dialect, basePath, opened)
  logRequests(server.server, logger)
  const ended = terminal.interrupted()
  try {
    const port = await listen(server, serving)
    const url = serving.url ?? (isNew ? localAddress(port) : await knownAddress(store, port))
    const administrator = isNew ? await makeFirstSite(store, url, dialect) : undefined
    const media = mediaService(serving.files, url)
    const services = { logger }
    const site = await siteOf(store, { url, apiUrl: url + basePath, dialect, cache, services, media: media.options })
    await site.ready()
    open({ site, media })
    if (administrator) terminal.print(signInText(await firstSignIn(site, administrator), site.context))
    terminal.print(`The site in ${placeName(serving.place)} is served at ${site.context.apiUrl}/`)
    const publishing = repeat(site.publishDuePosts, PUBLISHING_INTERVAL, error =>
      logger.error({ err: error }, 'scheduled posts could not be published'),
    )
    await ended
    logger.info('ending')
    await publishing.stop()
  } catch (error) {
    fail(error)
    throw error
  } finally {
    await server.close()
  }
}

async function knownDialect({ store, dialect, logger }: Serving): Promise<DialectName> {
  const known = await storedDialect(store)
  if (dialect === undefined || dialect === known) return known
  logger.warn(`the site was made with the dialect ${known}: its patterns, templates and the like are not served`)
  return dialect
}

const knownAddress = async (store: Store, port: number) =>
  addressOnPort(String(await store.options.get('site_url')), port)

function createServer(
  { trustProxy, corsOrigin = [], logger }: Serving,
  dialect: DialectName,
  basePath: string,
  served: Promise<Served>,
): HttpServer {
  const dispatcher: Dispatcher = { dispatch: async request => (await served).site.dispatch(request) }
  const options: HttpOptions = {
    basePath,
    routeParameter: dialects[dialect].routeParameter,
    cors: { ...corsHeaders(dialects[dialect]), origins: corsOrigin },
    ...(trustProxy === undefined ? {} : { trustProxy }),
    onError: (error, { method, path }) => logger.error({ err: error, method, path }, 'a request failed'),
  }
  return createHttpServer(dispatcher, {
    ...options,
    async fallback(req, res) {
      const { site, media } = await served
      if (await media.serve(req, res)) return
      const { url = '' } = req
      if (url === '/' || url.startsWith('/?')) return serveFrontPage(site.context, req, res)
      servePlainText(res, 404, 'There is nothing at this address.')
    },
  })
}

async function listen(server: HttpServer, { port, host }: Serving): Promise<number> {
  try {
    return (await server.listen({ port, ...(host === undefined ? {} : { host }) })).port
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const reason = code === 'EADDRINUSE' ? 'something else is served there' : (cause as Error).message
    throw new CliError(`Port ${port} cannot be served: ${reason}.`, { cause })
  }
}
