import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { REQUEST_TIMEOUT } from '../own-requests.js'
import { paragraphs } from '../paragraphs.js'
import { reasonOf } from '../reason-of.js'
import { siteHealthOption } from '../site-health-options.js'

const MAX_BYTES = 64 * 1024

const WHY = 'New versions of the service and of packages come from this server.'
const NONE =
  'The service and its packages are updated where they are installed. The running site needs no server for that.'

async function run({ site, signal }: HealthScope): Promise<HealthResult> {
  const server = siteHealthOption.of(site)?.updateServer
  if (server === undefined)
    return { status: 'good', label: 'The site needs no update server', description: paragraphs(NONE) }
  const result = await site.services.web.get(server, { maxBytes: MAX_BYTES, timeout: REQUEST_TIMEOUT, signal })
  const { hostname } = new URL(server)
  if (result.outcome === 'response' && result.status === 200)
    return { status: 'good', label: `The site reaches ${hostname}`, description: paragraphs(WHY) }
  const found = result.outcome === 'response' ? `It responds with the status ${result.status}.` : reasonOf(result)
  return { status: 'critical', label: `The site does not reach ${hostname}`, description: paragraphs(WHY, found) }
}

/** Requests the update server of the configuration. */
export const updateServers: HealthTestOptions = { category: 'Security', run }
