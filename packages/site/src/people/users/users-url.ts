import type { SiteContext } from '../../kernel/context/index.js'

export const usersUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/users`
