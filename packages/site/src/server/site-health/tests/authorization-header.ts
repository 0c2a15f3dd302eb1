import { type HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { paragraphs } from '../health-tests.js'
import { type OwnResponse, requestOwnSite } from '../own-requests.js'

/** Identifies the random text in the credentials of a request of this test. */
const PROBE_HEADER = 'x-health-probe'
const PROBE = /^[0-9a-f]{32}$/
const MAX_BYTES = 4096

const WHY = 'Applications that people approved send their password in the header Authorization.'

/** The state in which the header arrived. */
const findings = {
  received: undefined,
  changed: 'The header arrives with another value: something in front of the site replaces it.',
  missing: 'The header does not arrive: something in front of the site removes it.',
} as const

type Finding = keyof typeof findings

/**
 * Credentials without a colon contain no password, so they are not a sign-in attempt, which would be limited and
 * recorded.
 */
const credentialsOf = (probe: string): string =>
  `Basic ${Buffer.from(`site-health ${probe}`, 'utf8').toString('base64')}`

/**
 * The error that a request of this test gets: it reports whether the header arrived unchanged. The received value is
 * compared only with one that the request itself determines.
 */
function refuse({ headers }: HandlerRequest): RestError | undefined {
  const probe = headers[PROBE_HEADER]
  if (probe === undefined || !PROBE.test(probe)) return undefined
  const { authorization: value } = headers
  const authorization: Finding =
    value === undefined ? 'missing' : value === credentialsOf(probe) ? 'received' : 'changed'
  return new RestError('rest_forbidden', 'This request tests whether the header Authorization arrives.', 401, {
    data: { authorization },
  })
}

/** The result in the response to a request of this test; `undefined` if the response is not from this test. */
function findingOf(response: OwnResponse): Finding | undefined {
  if (response.outcome === 'none' || response.status !== 401) return undefined
  try {
    const body = JSON.parse(new TextDecoder().decode(response.bytes)) as { data?: { authorization?: string } } | null
    return (Object.keys(findings) as Finding[]).find(each => each === body?.data?.authorization)
  } catch {
    return undefined
  }
}

async function probeSite(site: SiteContext, signal: AbortSignal): Promise<HealthResult> {
  const probe = Buffer.from(site.services.random(16)).toString('hex')
  const url = `${site.apiUrl}/${site.dialect.prefix}-site-health/v1/tests/authorization-header`
  const headers = { authorization: credentialsOf(probe), [PROBE_HEADER]: probe }
  const response = await requestOwnSite(site, url, { maxBytes: MAX_BYTES, accept: 'application/json', headers, signal })
  const finding = findingOf(response)
  if (finding === 'received') return good
  if (finding !== undefined) return bad('The header Authorization is lost', findings[finding])
  const reason = response.outcome === 'none' ? response.reason : `The site responds with the status ${response.status}.`
  return bad('Whether the header Authorization arrives is unknown', `The site does not reach itself. ${reason}`)
}

const good: HealthResult = {
  status: 'good',
  label: 'The header Authorization arrives as it is sent',
  description: paragraphs(WHY),
}

const bad = (label: string, text: string): HealthResult => ({
  status: 'recommended',
  label,
  description: paragraphs(WHY, text),
})

/** Whether the header of the request itself identified its caller. */
const isSignedInByHeader = (site: SiteContext, request: HandlerRequest): boolean =>
  request.headers['authorization'] !== undefined && site.principal(request).credential !== undefined

/** Sends credentials to the site itself, and compares the received header with the sent one. */
export const authorizationHeader: HealthTestOptions = {
  category: 'Security',
  refuse,
  run: async ({ site, request, signal }: HealthScope) =>
    isSignedInByHeader(site, request) ? good : probeSite(site, signal),
}
