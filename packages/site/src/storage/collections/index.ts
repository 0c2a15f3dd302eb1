import { applicationPasswords } from './application-passwords.js'
import { assignments } from './assignments.js'
import { comments } from './comments.js'
import { meta } from './meta.js'
import { posts } from './posts.js'
import { terms } from './terms.js'
import { users } from './users.js'

/** The collections that every store has. */
export const collections = Object.freeze({ posts, terms, assignments, users, comments, meta, applicationPasswords })

/** The name of one of them. */
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
