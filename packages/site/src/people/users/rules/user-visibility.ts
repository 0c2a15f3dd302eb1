import { type HandlerRequest, memoKey, type Principal, type RequestedRecords } from '@platen/core'
import type { Condition } from '@platen/storage'
import { postsAround } from '../../../content/posts/index.js'
import { type PostType, postTypes } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, type UserRecord, usersIn, wherePosts, whereUsers } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'

/** Whether published posts of a type make their authors public: types that all clients see. */
const showsAuthors = (type: PostType): boolean => type.showInRest && !type.restricted

/** The types that clients see, which they can filter authors by. */
export const shownTypes = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => type.name)

/** The types whose published posts make their authors public. */
export const typesWithAuthors = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .filter(showsAuthors)
    .map(type => type.name)

const publishedOf = (types: readonly string[]): Condition<PostRecord> =>
  wherePosts.and(wherePosts.eq('status', 'publish'), wherePosts.in('type', types))

/** The condition that a user has published a post of one of the types. */
export const hasPublished = (types: readonly string[]): Condition<UserRecord> =>
  whereUsers.exists(wherePosts, { foreign: 'author', local: 'id' }, publishedOf(types))

/**
 * The condition that a user wrote a post that the caller may read: published posts, and private ones of types whose
 * private posts the caller may read.
 */
function hasWrittenFor(site: SiteContext, principal: Principal): Condition<UserRecord> {
  const types = site.get(postTypes).filter(type => showsAuthors(type) && readsPrivate(principal, type))
  const published = publishedOf(typesWithAuthors(site))
  const names = types.map(type => type.name)
  const ofOthers = wherePosts.and(wherePosts.eq('status', 'private'), wherePosts.in('type', names))
  const read = names.length === 0 ? published : wherePosts.or(published, ofOthers)
  return whereUsers.exists(wherePosts, { foreign: 'author', local: 'id' }, read)
}

const readsPrivate = (principal: Principal, { capabilities }: PostType): boolean =>
  principal.can(capabilities.read_private_posts)

const shownAuthor = memoKey<Promise<boolean>>('shown author')

/** Whether a caller may see the addressed user because of the user's posts. */
export const isAuthorShownTo = (site: SiteContext, user: UserRecord, request: HandlerRequest): Promise<boolean> =>
  request.once(shownAuthor, async () => isAuthorAround(site, user, request) || writesFor(site, user, request.principal))

/** Memoizes the same for several requests of one caller, with one query. */
export async function preloadShownAuthors(
  site: SiteContext,
  requested: readonly RequestedRecords<UserRecord>[],
): Promise<void> {
  const open = requested.filter(({ request, records }) => !records.every(user => isAuthorAround(site, user, request)))
  const [first] = open
  if (first === undefined) return
  const requestedUsers = open.flatMap(({ records }) => records)
  const authors = await authorsShownTo(site, first.request.principal, requestedUsers)
  for (const { request, records } of open)
    void request.once(shownAuthor, async () => records.every(user => authors.has(user.id)))
}

/** The ids of those users whom a caller may see because of their posts. One query. */
export async function authorsShownTo(
  site: SiteContext,
  reader: Principal,
  listed: readonly UserRecord[],
): Promise<ReadonlySet<number>> {
  const ids = listed.map(user => user.id)
  const records = await findShown(usersIn(site.store), {
    where: whereUsers.and(whereUsers.in('id', ids), hasWrittenFor(site, reader)),
  })
  return new Set(records.map(user => user.id))
}

// The store stops at the first post, so their number does not matter.
async function writesFor(site: SiteContext, user: UserRecord, reader: Principal): Promise<boolean> {
  const condition = whereUsers.and(whereUsers.eq('id', user.id), hasWrittenFor(site, reader))
  return (await usersIn(site.store).first({ where: condition })) !== undefined
}

/** Whether the list of posts that embeds a request shows something of the kind by a user, so that no query is needed. */
const isAuthorAround = (site: SiteContext, { id }: UserRecord, request: HandlerRequest): boolean =>
  postsAround(request).records.some(({ author, status, type: name }) => {
    const type = site.get(postTypes).get(name)
    if (author !== id || type === undefined || !showsAuthors(type)) return false
    return status === 'publish' || (status === 'private' && readsPrivate(request.principal, type))
  })
