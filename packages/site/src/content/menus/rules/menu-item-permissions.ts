import type { HandlerRequest, PermissionResult } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { addressedPost, mayList, mayRead } from '../../posts/index.js'
import { type PostType, postStatuses, writesPosts } from '../../types/index.js'

const mayView = (site: SiteContext, request: HandlerRequest): PermissionResult =>
  writesPosts(site, request.principal) || refusal(request, 'rest_cannot_view', 'You are not allowed to see menu items.')

/** Who may list menu items: callers who may write posts; in the context `edit`, callers who may edit menus. */
export function mayListItems(site: SiteContext, type: PostType, request: HandlerRequest): PermissionResult {
  const list = mayList(type, request)
  return list === true ? mayView(site, request) : list
}

/** Who may read a menu item: callers who may write posts if it is published, otherwise callers who may edit it. */
export async function mayReadItem(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
): Promise<PermissionResult> {
  const read = await mayRead(site, type, request)
  if (read === true) return mayView(site, request)
  const item = read === false ? await addressedPost(site, type, request) : undefined
  const isPublished = item !== undefined && site.get(postStatuses).get(item.status)?.public === true
  return isPublished ? refusal(request, 'rest_cannot_view', 'You are not allowed to see this menu item.') : read
}
