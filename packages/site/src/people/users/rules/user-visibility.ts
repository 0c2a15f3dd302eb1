import { type HandlerRequest, memoKey, type Principal, type RequestedRecords } from '@platen/core'
import { postsAround } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { conditionOf, holds } from '../../../kernel/context/index.js'
import { type UserRecord, usersIn, whereUsers } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { postsWithAuthors, readUsers } from './user-rights.js'

const shownUser = memoKey<Promise<boolean>>('shown user')

/** Whether `readUsers` contains the addressed user. */
export const isShownUser = (site: SiteContext, user: UserRecord, request: HandlerRequest): Promise<boolean> =>
  request.once(
    shownUser,
    async () =>
      isAuthorAround(site, user, request) || (await usersShownTo(site, request.principal, [user])).has(user.id),
  )

/** Memoizes the same for several requests of one caller, with one query. */
export async function preloadShownUsers(
  site: SiteContext,
  requested: readonly RequestedRecords<UserRecord>[],
): Promise<void> {
  const open = requested.filter(({ request, records }) => !records.every(user => isAuthorAround(site, user, request)))
  const [first] = open
  if (first === undefined) return
  const requestedUsers = open.flatMap(({ records }) => records)
  const shown = await usersShownTo(site, first.request.principal, requestedUsers)
  for (const { request, records } of open)
    void request.once(shownUser, async () => records.every(user => shown.has(user.id)))
}

/** The ids of those users whom a caller may see. One query. */
export async function usersShownTo(
  site: SiteContext,
  reader: Principal,
  listed: readonly UserRecord[],
): Promise<ReadonlySet<number>> {
  const ids = listed.map(user => user.id)
  const records = await findShown(usersIn(site.store), {
    where: whereUsers.and(whereUsers.in('id', ids), conditionOf(readUsers(site, reader))),
  })
  return new Set(records.map(user => user.id))
}

/** Whether the list of posts that embeds a request contains a post that shows a user: then no query is needed. */
function isAuthorAround(site: SiteContext, { id }: UserRecord, request: HandlerRequest): boolean {
  const showing = postsWithAuthors(site, request.principal)
  return postsAround(request).records.some(post => post.author === id && holds(showing, post))
}
