import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { Registrations } from '../../../kernel/registrations/index.js'
import { type HealthResult, type HealthScope, type HealthTestOptions, listOf, paragraphs } from '../health-tests.js'
import { REQUEST_TIMEOUT, reasonOf } from '../own-requests.js'
import { siteHealthOption } from '../site-health-options.js'

const BACKGROUND_REASON = 'Updates fix security problems. They can be installed while the site runs.'
const BY_PACKAGES = 'All parts of this site are packages: its operator updates them, and restarts it.'

async function checkUpdates({ site, signal }: HealthScope): Promise<HealthResult> {
  const checks = site.get(updateChecks).all()
  if (checks.length === 0)
    return {
      status: 'good',
      label: 'Nothing is updated while the site runs',
      description: paragraphs(BY_PACKAGES),
    }
  const results = await Promise.all(checks.map(each => each.check(site, signal)))
  const works = results.every(each => each.works)
  return {
    status: works ? 'good' : 'recommended',
    label: works ? 'Updates can be installed while the site runs' : 'Some updates cannot be installed',
    description: paragraphs(BACKGROUND_REASON) + listOf(results.map(({ text }) => text)),
  }
}

/** Runs the checks of every part of the site that can be updated. */
export const backgroundUpdates: HealthTestOptions = { category: 'Security', run: checkUpdates }

const MAX_BYTES = 64 * 1024

const SERVER_REASON = 'New versions of the service and of packages come from this server.'
const NONE =
  'The service and its packages are updated where they are installed. The running site needs no server for that.'

async function checkServer({ site, signal }: HealthScope): Promise<HealthResult> {
  const server = siteHealthOption.of(site)?.updateServer
  if (server === undefined)
    return { status: 'good', label: 'The site needs no update server', description: paragraphs(NONE) }
  const result = await site.services.web.get(server, { maxBytes: MAX_BYTES, timeout: REQUEST_TIMEOUT, signal })
  const { hostname } = new URL(server)
  if (result.outcome === 'response' && result.status === 200)
    return { status: 'good', label: `The site reaches ${hostname}`, description: paragraphs(SERVER_REASON) }
  const failure = result.outcome === 'response' ? `It responds with the status ${result.status}.` : reasonOf(result)
  return {
    status: 'critical',
    label: `The site does not reach ${hostname}`,
    description: paragraphs(SERVER_REASON, failure),
  }
}

/** Requests the update server of the configuration. */
export const updateServers: HealthTestOptions = { category: 'Security', run: checkServer }

/** Checks whether a part of a site can be updated; the health test `background-updates` runs all checks. */
export interface UpdateCheck {
  /** Resolves with a sentence about the check, and whether updates of that part can be installed. */
  check(site: SiteContext, signal: AbortSignal): Promise<{ readonly works: boolean; readonly text: string }>
}

/** The checks of a site, by the name of the part. */
export const updateChecks = registrationKey('update checks', () => new Registrations<UpdateCheck>('the update check'))
