import type { HandlerRequest, LinkRow, Method } from '@platen/core'
import { type LinkedTargets, linkedKeys, loadTargets, relationLinks } from '../../../content/meta/index.js'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type MetaRecord, type UserRecord, usersIn } from '../../../kernel/records/index.js'
import { findList } from '../../../kernel/rest/index.js'
import { usersShownTo } from '../rules/user-visibility.js'

/** The data that fields of users may need besides the record. */
export type UserNeed = 'meta' | 'readers' | 'linked'

/** The loaded data of a page of users. */
export interface UserView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  metaOf(user: UserRecord): readonly MetaRecord[]
  /** The objects that meta keys refer to. */
  readonly targets: LinkedTargets
  /** Whether the caller may read the user by its id: lists of authors show more users. */
  isReadable(user: UserRecord): boolean
}

const NONE: readonly never[] = Object.freeze([])

/** Loads the data of users with one query each for the meta of the whole page and the readable users in a list of authors. */
export async function loadUserView(
  site: SiteContext,
  users: readonly UserRecord[],
  needs: ReadonlySet<UserNeed>,
  request: HandlerRequest,
): Promise<UserView> {
  const ids = users.map(user => user.id)
  const { meta } =
    needs.has('meta') && ids.length > 0
      ? await findList(site, request, limits => usersIn(site.store).related(ids, ['meta'], limits))
      : {}
  const principal = site.principal(request)
  const showsAll = request.params['who'] !== 'authors' || principal.can('list_users')
  const shown = showsAll || !needs.has('readers') ? undefined : await usersShownTo(site, principal, users)
  return {
    site,
    options: await site.options(),
    principal,
    targets: await loadTargets(site, needs.has('linked') ? linkedKeys(site, 'user', '') : [], meta, principal),
    metaOf: user => meta?.get(user.id) ?? NONE,
    isReadable: ({ id }) => shown === undefined || shown.has(id),
  }
}

type Reader = Pick<UserView, 'principal' | 'isReadable' | 'metaOf' | 'targets'>

/** The methods that a caller may use on a user, by the same rules as the endpoints. */
function allowedOnUser(user: UserRecord, { principal, isReadable }: Reader): readonly Method[] {
  const allowed: Method[] = isReadable(user) ? ['GET'] : []
  if (principal.can('edit_user', user)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_user', user)) allowed.push('DELETE')
  return allowed
}

export const userLinks = (site: SiteContext): readonly LinkRow<UserRecord, Reader>[] => [
  {
    rel: 'self',
    href: [`${usersUrl(site)}/`, user => user.id],
    allow: allowedOnUser,
  },
  { rel: 'collection', href: usersUrl(site) },
  ...relationLinks(site, linkedKeys(site, 'user', ''), (user: UserRecord, { metaOf }: Reader) => metaOf(user)),
]

export const usersUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/users`
