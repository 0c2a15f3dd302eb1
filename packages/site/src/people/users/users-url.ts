import type { SiteContext } from '../../site-context.js'

export const usersUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/users`
