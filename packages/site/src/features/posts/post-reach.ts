import type { Principal } from '@platen/core'
import type { RuledPost } from './post-rules.js'

/** The rules about posts that lists are cut by. */
export type PostRule = 'read_post' | 'edit_post'

/** Whom a rule lets a caller reach: posts of their own, those of others, both or neither. */
export interface PostReach {
  readonly own: boolean
  readonly others: boolean
}

/** An author that nobody is. */
const SOMEBODY_ELSE = -1

/**
 * Which posts of a type and status a rule permits: found by evaluating it for an own and a foreign post, since it
 * depends on nothing else.
 */
export function postReach(principal: Principal, rule: PostRule, type: string, status: string): PostReach {
  const may = (author: number) => principal.can(rule, { type, status, author } satisfies RuledPost)
  return { own: principal.id !== 0 && may(principal.id), others: may(SOMEBODY_ELSE) }
}
