import type { Principal } from '@platen/core'
import type { RuledPost } from './post-rules.js'

/** The rules about posts that lists are cut by. */
export type PostRule = 'read_post' | 'edit_post'

/** An author id that no user has. */
const SOMEBODY_ELSE = -1

/**
 * Which posts of a type and status a rule permits: its result for an own post, for an own one in the trash that was
 * published before, and for a foreign one.
 */
export function postReach(principal: Principal, rule: PostRule, type: string, status: string) {
  const may = (author: number, trashedStatus = '') =>
    principal.can(rule, { type, status, author, trashedStatus } satisfies RuledPost)
  const own = principal.id !== 0 && may(principal.id)
  const ownPublished = status === 'trash' && principal.id !== 0 ? may(principal.id, 'publish') : own
  return { own, ownPublished, others: may(SOMEBODY_ELSE) }
}
