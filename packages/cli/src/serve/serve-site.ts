import type { RequestListener } from 'node:http'
import { messageOf } from '@platen/core'
import { createListenerServer, type HttpServer } from '@platen/http'
import { isInstalled, type Logger } from '@platen/site'
import type { Store } from '@platen/storage'
import { CliError } from '../cli-error.js'
import type { SiteSource } from '../open-site.js'
import { placeName } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'
import { firstSignIn, installFirstSite, signInText } from './first-sign-in.js'
import { logRequests } from './log.js'
import type { ServingProcess } from './processes/serving-process.js'
import { repeat } from './repeat.js'
import { createServedSite, type ServedSite, type ServedSiteOptions } from './served-site.js'
import { localUrl } from './site-url.js'
import { watchSite } from './watch-site.js'

/** How a store is served. */
export interface Serving extends SiteSource {
  readonly store: Store
  readonly host: string | undefined
  readonly port: number
  readonly logger: Logger
  readonly options: ServedSiteOptions
  /** The error for a store without a site; without it, a site is created. */
  readonly missing?: CliError | undefined
  /** Reloads the configuration when it changes. */
  readonly watch: boolean
  /** This process, if it is one of several that serve the site. */
  readonly own?: ServingProcess | undefined
}

/** Requests also publish scheduled posts: the timer is for listeners of the site's events. */
const PUBLISHING_INTERVAL = 30_000

/** Serves the site of a store until the process is interrupted; installs one if there is none and `missing` is not set. */
export async function serveSite(serving: Serving, terminal: Terminal): Promise<void> {
  const { store, logger, loaded, options } = serving
  const isNew = !(await isInstalled(store))
  if (isNew && serving.missing) throw serving.missing
  const current = currentSite()
  // The URL of the site contains the port, so the server is started first.
  const server = createListenerServer(current.listener)
  logRequests(server.server, logger, options.trustProxy ?? loaded.config.trustProxy)
  const ended = terminal.interrupted()
  try {
    const port = await listen(server, serving)
    const url = options.url ?? loaded.config.url ?? localUrl(port)
    const dialect = options.dialect ?? loaded.config.dialect ?? 'cms'
    const { services } = loaded.config
    const administrator = isNew ? await installFirstSite(store, { url, dialect, services }) : undefined
    const from = { ...serving, port, rateLimit: serving.own?.rateLimit }
    const { site, urls } = current.use(await createServedSite(from, loaded, options))
    if (administrator) terminal.print(signInText(await firstSignIn(site, administrator), site.context))
    terminal.print(servedText(serving, urls))
    serving.own?.ready()
    const publishing = repeat(
      () => current.site().publishDuePosts(),
      PUBLISHING_INTERVAL,
      error => logger.error({ err: error }, 'scheduled posts could not be published'),
    )
    const create = async (changed: typeof loaded) => void current.use(await createServedSite(from, changed, options))
    const watching = serving.watch ? watchSite(loaded, create, terminal) : undefined
    await ended
    logger.info({}, 'ending')
    await Promise.all([publishing.stop(), watching?.stop(), server.close()])
  } catch (error) {
    current.fail()
    throw error
  } finally {
    current.stop()
    await server.close()
  }
}

function servedText({ place }: Serving, urls: ServedSite['urls']): string {
  const rows = Object.entries(urls).map(([name, url]) => [`  ${name}`, url])
  return `The site in ${placeName(place)} is served:\n\n${tableText(rows)}\n`
}

/** The current site. Requests that arrive before the first one is ready wait for it. */
function currentSite() {
  let current: ServedSite | undefined
  let open: (served: ServedSite | undefined) => void = () => {}
  const opened = new Promise<ServedSite | undefined>(resolve => {
    open = resolve
  })
  const listener: RequestListener = (req, res) => {
    if (current) return current.listener(req, res)
    opened.then(served => (served ? served.listener(req, res) : res.destroy()))
  }
  return {
    listener,
    use(served: ServedSite): ServedSite {
      current?.stop()
      current = served
      open(served)
      return served
    },
    stop: () => current?.stop(),
    /** Drops the requests that wait. */
    fail: () => open(undefined),
    site() {
      if (current === undefined) throw new Error('There is no site yet.')
      return current.site
    },
  }
}

async function listen(server: HttpServer, { port, host }: Serving): Promise<number> {
  try {
    return (await server.listen({ port, ...(host === undefined ? {} : { host }) })).port
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const reason = code === 'EADDRINUSE' ? 'it is in use' : messageOf(cause)
    throw new CliError(`Cannot listen on port ${port}: ${reason}.`, { cause })
  }
}
