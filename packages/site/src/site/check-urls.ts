import { isUrl } from '@platen/core'
import type { SiteContext } from '../kernel/context/index.js'
import { RegistrationError } from '../kernel/registrations/index.js'

/** Checks the URLs of a site. Throws a `RegistrationError`. */
export function checkUrls({ url, apiUrl }: SiteContext): void {
  for (const [option, value] of Object.entries({ url, apiUrl })) {
    const parsed = isUrl(value) ? new URL(value) : undefined
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
      throw new RegistrationError(`the site's option ${option} is not an http or https URL: "${value}"`)
    if (option === 'url' && (parsed.search !== '' || parsed.hash !== ''))
      throw new RegistrationError(`the site's option ${option} has a query or a fragment: "${value}"`)
  }
}
