import type { WebResponse } from '../../../kernel/web/index.js'
import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { listOf, paragraphs } from '../health-tests.js'
import { requestOwnSite } from '../own-requests.js'

const REQUESTS = 3
const MAX_BYTES = 4 * 1024 * 1024
/** Milliseconds from which on a page is slow. */
const SLOW = 600

const WHY = 'A cached page is sent without computing it again. Pages are requested three times, as a reader would.'

/** Headers of a response that a cache stored, or may store. */
const CACHE_HEADERS = ['age', 'etag', 'expires', 'last-modified', 'via', 'x-cache', 'x-cache-status', 'cf-cache-status']

interface Measured {
  readonly response: WebResponse
  readonly milliseconds: number
}

/** The caching headers of a response, as they were sent. */
function cachingHeaders({ headers = {} }: WebResponse): readonly string[] {
  const { 'cache-control': control = '' } = headers
  const stores = /(?:^|[\s,])(?:s-maxage|max-age)\s*=\s*[1-9]/i.test(control) && !/no-store/i.test(control)
  const named = CACHE_HEADERS.filter(name => headers[name] !== undefined)
  return [...(stores ? ['cache-control'] : []), ...named].map(name => `${name}: ${headers[name]}`)
}

const medianOf = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Requests a URL several times; returns why it cannot be measured, if so. */
async function measure({ site, signal }: HealthScope, url: string): Promise<readonly Measured[] | string> {
  const measured: Measured[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const begin = performance.now()
    const response = await requestOwnSite(site, url, { maxBytes: MAX_BYTES, signal })
    if (response.outcome === 'none') return response.reason
    if (response.status >= 400) return `${url} responds with the status ${response.status}.`
    measured.push({ response, milliseconds: performance.now() - begin })
  }
  return measured
}

async function run(scope: HealthScope): Promise<HealthResult> {
  const { url, apiUrl } = scope.site
  const front = await measure(scope, `${url}/`)
  // For a site without pages, the interface is requested.
  const measured = typeof front === 'string' ? await measure(scope, `${apiUrl}/`) : front
  if (typeof measured === 'string') return unknown(`${front} ${measured}`)
  const headers = [...new Set(measured.flatMap(({ response }) => cachingHeaders(response)))]
  const median = Math.round(medianOf(measured.map(({ milliseconds }) => milliseconds)))
  return resultOf(median, headers)
}

function resultOf(median: number, headers: readonly string[]): HealthResult {
  const [fast, cached] = [median < SLOW, headers.length > 0]
  const time = `The median response time is ${median} ms; less than ${SLOW} ms is good.`
  const finding = cached ? 'The responses have these headers of caches:' : 'The responses have no headers of caches.'
  return {
    status: fast && cached ? 'good' : fast || cached ? 'recommended' : 'critical',
    label: `Pages are ${fast ? 'fast' : 'slow'} and ${cached ? 'can be cached' : 'are not cached'}`,
    description: paragraphs(WHY, time, finding) + listOf(headers),
  }
}

const unknown = (reason: string): HealthResult => ({
  status: 'recommended',
  label: 'Whether pages are cached is unknown',
  description: paragraphs(WHY, reason),
})

/** Measures requests of the front page, and checks cache headers. */
export const pageCache: HealthTestOptions = { category: 'Performance', run }
