import { meta } from '../meta/meta-collection.js'
import { applicationPasswords } from './application-passwords/application-password-collection.js'
import { comments } from './comments/comment-collection.js'
import { posts } from './posts/post-collection.js'
import { assignments } from './terms/assignment-collection.js'
import { terms } from './terms/term-collection.js'
import { users } from './users/user-collection.js'

/** The collections of built-in features, which every store has from the start. */
export const collections = Object.freeze({ posts, terms, assignments, users, comments, meta, applicationPasswords })

/** The name of a built-in collection. */
export type CollectionName = keyof typeof collections

/** Builders of conditions, one for each collection: `where.posts.eq('status', 'publish')`. */
export const where: { readonly [N in CollectionName]: (typeof collections)[N]['where'] } = Object.freeze({
  posts: posts.where,
  terms: terms.where,
  assignments: assignments.where,
  users: users.where,
  comments: comments.where,
  meta: meta.where,
  applicationPasswords: applicationPasswords.where,
})
