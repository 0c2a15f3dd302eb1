import type { SiteContext } from '../../../kernel/context/index.js'
import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { paragraphs } from '../health-tests.js'
import { requestOwnSite } from '../own-requests.js'

const MAX_BYTES = 1024 * 1024

const WHY = 'The site sends requests to itself to test how it is reached. Other programs reach it in the same way.'

/** Whether a text is the index of this site's interface. */
function isOwnIndex({ namespace }: SiteContext, bytes: Uint8Array): boolean {
  try {
    const index: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const { namespaces = undefined } = typeof index === 'object' && index !== null ? (index as IndexBody) : {}
    return Array.isArray(namespaces) && namespaces.includes(namespace)
  } catch {
    return false
  }
}

interface IndexBody {
  readonly namespaces?: unknown
}

async function run({ site, signal }: HealthScope): Promise<HealthResult> {
  const url = `${site.apiUrl}/?_fields=namespaces`
  const response = await requestOwnSite(site, url, { maxBytes: MAX_BYTES, accept: 'application/json', signal })
  if (response.outcome === 'none') return failed(`The site cannot reach ${site.apiUrl}.`, response.reason)
  if (response.status !== 200) return failed(`${site.apiUrl} responds with the status ${response.status}.`)
  if (!isOwnIndex(site, response.bytes)) return failed(`Something other than this site responds at ${site.apiUrl}.`)
  return { status: 'good', label: 'The site reaches itself', description: paragraphs(WHY) }
}

const failed = (text: string, reason = ''): HealthResult => ({
  status: 'recommended',
  label: 'The site does not reach itself',
  description: paragraphs(WHY, text, reason),
})

/** Requests the index of the interface at its public URL. */
export const loopbackRequests: HealthTestOptions = { category: 'Performance', run }
