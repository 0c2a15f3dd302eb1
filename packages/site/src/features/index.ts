import type { SiteContext } from '../site-context.js'
import { registerApplicationPasswords } from './application-passwords/register-application-passwords.js'
import { registerMedia } from './media/register-media.js'
import { registerPosts } from './posts/register-posts.js'
import { registerRoot } from './root/register-root.js'
import { registerSearch } from './search/register-search.js'
import { registerSettings } from './settings/register-settings.js'
import { registerStatuses } from './statuses/statuses.js'
import { registerTaxonomies } from './taxonomies/taxonomies.js'
import { registerTerms } from './terms/register-terms.js'
import { registerTypes } from './types/types.js'
import { registerUsers } from './users/register-users.js'

/** Every resource family of a site, in the order of their routes. */
export function registerResources(site: SiteContext): void {
  registerRoot(site)
  registerPosts(site)
  registerMedia(site)
  registerTypes(site)
  registerStatuses(site)
  registerTaxonomies(site)
  registerTerms(site)
  registerUsers(site)
  registerSearch(site)
  registerApplicationPasswords(site)
  registerSettings(site)
}
