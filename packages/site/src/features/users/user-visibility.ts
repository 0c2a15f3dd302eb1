import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type Condition, type PostRecord, type UserRecord, where } from '../../storage/index.js'

const { posts, users } = where

/** The types whose published posts make their authors known to everybody: those that clients see. */
export const typesThatShowAuthors = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .all()
    .filter(type => type.showInRest)
    .map(type => type.name)

const publishedOf = (types: readonly string[]): Condition<PostRecord> =>
  posts.and(posts.eq('status', 'publish'), posts.in('type', types))

/** That a user has published something of one of the types. */
export const hasPublished = (types: readonly string[]): Condition<UserRecord> =>
  users.exists(where.posts, { foreign: 'author', local: 'id' }, publishedOf(types))

/** Whether everybody may see a user, because of what they have published. */
export async function isPublicAuthor(site: SiteContext, user: UserRecord): Promise<boolean> {
  const condition = posts.and(posts.eq('author', user.id), publishedOf(typesThatShowAuthors(site)))
  return (await site.store.posts.first({ where: condition })) !== undefined
}
