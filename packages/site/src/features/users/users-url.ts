import type { SiteContext } from '../../site-context.js'

/** The URL of the collection of users. */
export const usersUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/users`
