import { type HandlerRequest, memoKey, type RequestedRecords } from '@platen/core'
import { type PostType, postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { Condition } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { postsAround } from '../posts/shown-posts.js'
import type { UserRecord } from './user-collection.js'

const { posts, users } = where

/** Whether published posts of a type make their authors known to everybody: those that all clients see. */
const showsAuthors = (type: PostType): boolean => type.showInRest && !type.restricted

/** The types that clients see, among which they choose those of published posts. */
export const shownTypes = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => type.name)

/** The types whose published posts make their authors known to everybody. */
export const typesWithAuthors = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .filter(showsAuthors)
    .map(type => type.name)

const publishedOf = (types: readonly string[]): Condition<PostRecord> =>
  posts.and(posts.eq('status', 'publish'), posts.in('type', types))

/** That a user has published something of one of the types. */
export const hasPublished = (types: readonly string[]): Condition<UserRecord> =>
  users.exists(where.posts, { foreign: 'author', local: 'id' }, publishedOf(types))

const publicAuthor = memoKey<Promise<boolean>>('public author')

/** Whether everybody may see the user that a request addresses, because of what they have published. */
export const isPublicAuthor = (site: SiteContext, user: UserRecord, request: HandlerRequest): Promise<boolean> =>
  request.once(publicAuthor, async () => isShownAuthor(site, user, request) || publishes(site, user))

/** Memoizes the same for several requests, with one query. */
export async function preloadPublicAuthors(
  site: SiteContext,
  requested: readonly RequestedRecords<UserRecord>[],
): Promise<void> {
  const open = requested.filter(({ request, records }) => !records.every(user => isShownAuthor(site, user, request)))
  const ids = open.flatMap(({ records }) => records.map(user => user.id))
  const condition = users.and(users.in('id', ids), hasPublished(typesWithAuthors(site)))
  const { records } = ids.length === 0 ? { records: [] } : await site.store.users.find({ where: condition })
  const authors = new Set(records.map(user => user.id))
  for (const { request, records } of open)
    void request.once(publicAuthor, async () => records.every(user => authors.has(user.id)))
}

// The store stops at the first post: how many there are costs nothing.
async function publishes(site: SiteContext, user: UserRecord): Promise<boolean> {
  const condition = users.and(users.eq('id', user.id), hasPublished(typesWithAuthors(site)))
  return (await site.store.users.first({ where: condition })) !== undefined
}

/** Whether the list of posts that embeds a request shows something public by a user, so that no query is needed. */
const isShownAuthor = (site: SiteContext, { id }: UserRecord, request: HandlerRequest): boolean =>
  postsAround(request).records.some(({ author, status, type: name }) => {
    const type = site.get(postTypes).get(name)
    return author === id && status === 'publish' && type !== undefined && showsAuthors(type)
  })
