import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { permit, type SiteContext } from '../../kernel/context/index.js'
import { type Actor, defineOperation } from '../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { createPost, mayCreatePost } from '../posts/index.js'
import type { PostType } from '../types/index.js'
import { navigationOfMenu } from './navigation-of-menu.js'
import { navigationType } from './navigation-type.js'

/** The initial values of a navigation if there is no menu to create it from. */
const ALL_PAGES = { title: 'Navigation', content: '<!-- wp:page-list /-->' }

/** Who may get the fallback: callers who may create navigations, as getting it can create one. */
export const mayGetFallback = (type: PostType, principal: Principal): PermissionResult =>
  mayCreatePost(type, principal, {})

/** The published navigation with the latest date; `undefined` if there is none. */
async function latestNavigation(store: StoreSession, type: PostType): Promise<PostRecord | undefined> {
  const { records } = await postsIn(store).find({
    where: wherePosts.and(wherePosts.eq('type', type.name), wherePosts.eq('status', 'publish')),
    order: [
      { by: 'field', field: 'date', direction: 'desc' },
      { by: 'field', field: 'id', direction: 'desc' },
    ],
    limit: 1,
  })
  return records[0]
}

/**
 * The navigation to show if none was chosen: the latest published one, or a new one, created from a menu of the site
 * or, without a menu, from all pages.
 */
export const navigationFallback = defineOperation<void, PostRecord>(async (tx, actor) => {
  const type = requireNavigations(tx.site)
  permit(mayGetFallback(type, actor))
  const latest = await latestNavigation(tx.store, type)
  if (latest !== undefined) return latest
  return createPost(tx, actor, { ...((await navigationOfMenu(tx)) ?? ALL_PAGES), type: type.name, status: 'publish' })
})

/** The fallback if it already exists, found without a transaction, which would wait for writers. */
export async function existingFallback(site: SiteContext, actor: Actor): Promise<PostRecord | undefined> {
  const type = requireNavigations(site)
  permit(mayGetFallback(type, actor))
  return latestNavigation(site.store, type)
}

function requireNavigations(site: SiteContext): PostType {
  const type = navigationType(site)
  if (type === undefined) throw new RestError('rest_invalid_post_type', 'The site has no navigations.', 400)
  return type
}
