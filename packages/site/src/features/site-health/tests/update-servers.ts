import type { HealthResult, HealthScope, HealthTestOptions } from '../../../registrations/health-tests.js'
import { REQUEST_TIMEOUT } from '../own-requests.js'
import { paragraphs } from '../paragraphs.js'
import { reasonOf } from '../reason-of.js'

/** The registry of packages, from which the service and its plugins are updated. */
const DEFAULT_SERVER = 'https://registry.npmjs.org/-/ping'
const MAX_BYTES = 64 * 1024

const WHY = 'New versions of the service and of packages come from a registry on the web.'

async function run({ site, signal }: HealthScope): Promise<HealthResult> {
  const server = site.config.siteHealth?.updateServer ?? DEFAULT_SERVER
  const result = await site.services.web.get(server, { maxBytes: MAX_BYTES, timeout: REQUEST_TIMEOUT, signal })
  const { hostname } = new URL(server)
  if (result.outcome === 'response' && result.status === 200)
    return { status: 'good', label: `The site reaches ${hostname}`, description: paragraphs(WHY) }
  const found = result.outcome === 'response' ? `It responds with the status ${result.status}.` : reasonOf(result)
  return { status: 'critical', label: `The site does not reach ${hostname}`, description: paragraphs(WHY, found) }
}

/** Requests the update server. */
export const updateServers: HealthTestOptions = { category: 'Security', run }
