import { isLocalHost } from '@platen/core'
import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { paragraphs } from '../health-tests.js'
import { REQUEST_TIMEOUT, requestOwnSite } from '../own-requests.js'

const MAX_BYTES = 1024

const WHY = 'Over HTTPS, nobody between the site and its readers can read or change what is sent, such as passwords.'

/** Whether only this machine reaches a host. */
const isLocal = (hostname: string): boolean =>
  isLocalHost(hostname) || hostname.endsWith('.localhost') || hostname.startsWith('127.')

async function run({ site, signal }: HealthScope): Promise<HealthResult> {
  const url = new URL(site.url)
  if (url.protocol === 'https:') {
    const response = await requestOwnSite(site, site.url, { maxBytes: MAX_BYTES, signal })
    if (response.outcome === 'response')
      return { status: 'good', label: 'The site uses HTTPS', description: paragraphs(WHY) }
    return {
      status: 'recommended',
      label: 'The site has an HTTPS URL, but does not reach itself there',
      description: paragraphs(WHY, response.reason),
    }
  }
  if (isLocal(url.hostname))
    return {
      status: 'good',
      label: 'The site is used on this machine only',
      description: paragraphs(
        WHY,
        `Nothing leaves this machine at ${site.url}. With another URL, the site needs HTTPS.`,
      ),
    }
  const secure = Object.assign(new URL(url), { protocol: 'https:', port: '' }).href
  const limits = { maxBytes: MAX_BYTES, timeout: REQUEST_TIMEOUT, signal }
  const result = await site.services.web.get(secure, limits)
  const label = 'The site does not use HTTPS'
  if (result.outcome === 'response')
    return {
      status: 'recommended',
      label,
      description: paragraphs(WHY, `${secure} responds: the site can be given this URL.`),
    }
  return { status: 'critical', label, description: paragraphs(WHY, `The URL of the site is ${site.url}.`) }
}

/** Checks the scheme of the site's URL, and requests the site over HTTPS. */
export const httpsStatus: HealthTestOptions = { category: 'Security', run }
