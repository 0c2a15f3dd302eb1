import type { HandlerRequest } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import type { MetaRecord } from '../../meta/meta-collection.js'
import type { OptionSnapshot } from '../../settings/options.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from './user-collection.js'

/** The data that fields of users may need besides the record. */
export type UserNeed = 'meta'

/** The loaded data of a page of users. */
export interface UserView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  metaOf(user: UserRecord): readonly MetaRecord[]
}

const NONE: readonly never[] = Object.freeze([])

/** Loads the data of users: one query for the meta of the whole page. */
export async function loadUserView(
  site: SiteContext,
  users: readonly UserRecord[],
  needs: ReadonlySet<UserNeed>,
  request: HandlerRequest,
): Promise<UserView> {
  const ids = users.map(user => user.id)
  const { meta } = needs.has('meta') && ids.length > 0 ? await site.store.users.related(ids, ['meta']) : {}
  return {
    site,
    options: await site.options(),
    principal: site.principal(request),
    metaOf: user => meta?.get(user.id) ?? NONE,
  }
}
