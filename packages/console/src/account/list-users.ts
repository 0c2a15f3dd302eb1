import type { PageScope } from '../page.js'
import { plainName } from '../plain-name.js'
import { type ListPage, list, siteRoute } from '../routes.js'

/** A user, as the interface lists it for user managers. */
export interface ListedUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly registered_date: string
  /** Whether the caller may edit the account. */
  readonly isEditable: boolean
}

interface ShownUser extends Omit<ListedUser, 'isEditable'> {
  readonly _links: { readonly self: readonly { readonly targetHints: { readonly allow: readonly string[] } }[] }
}

/** Lists users as the interface does; throws its refusal. */
export async function listUsers(
  scope: PageScope,
  query: Readonly<Record<string, unknown>>,
): Promise<ListPage<ListedUser>> {
  const fields = 'id,username,name,email,roles,registered_date,_links.self'
  const page = await list<ShownUser>(scope, siteRoute(scope, 'users'), {
    context: 'edit',
    order: 'asc',
    _fields: fields,
    ...query,
  })
  const items = page.items.map(({ _links, ...user }) => ({
    ...user,
    name: plainName(user.name),
    isEditable: _links.self.some(({ targetHints }) => targetHints.allow.includes('POST')),
  }))
  return { ...page, items }
}
