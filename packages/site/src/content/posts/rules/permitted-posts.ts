import { groupBy, type Principal } from '@platen/core'
import type { Condition } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, wherePosts } from '../../../kernel/records/index.js'
import { postStatuses, postTypes } from '../../types/index.js'
import { type PostRule, postReach } from './post-reach.js'
import { PUBLISHED_STATUSES } from './post-rules.js'
import { isOpenToAll } from './post-visibility.js'

/** `undefined` matches all posts. */
type Where = Condition<PostRecord> | undefined

/**
 * The permission of a caller for the posts of one type and status; `inherited` depends on the posts that they are
 * attached to.
 */
type Verdict = 'all' | 'own' | 'others' | 'none' | 'inherited' | 'own or inherited' | TrashVerdict
/** For own posts in the trash, it may depend on whether they were published before. */
type TrashVerdict = `${'' | 'others or '}own ${'published' | 'unpublished'}`

/** The status of posts that are readable like the post that they are attached to. */
const INHERIT = 'inherit'
/** Represents all statuses that are not registered (any more). */
const UNREGISTERED = ''
export const NO_POSTS: Condition<PostRecord> = wherePosts.or()

function verdictOn({ site, principal, rule, restricts }: Question, type: string, status: string): Verdict {
  if (rule === 'read_post' && isOpenToAll(site, site.get(postTypes).get(type), status, restricts)) return 'all'
  const { own, ownPublished, others } = postReach(principal, rule, type, status)
  if (rule === 'read_post' && status === INHERIT) return own ? 'own or inherited' : 'inherited'
  if (own !== ownPublished) return `${others ? 'others or ' : ''}own ${own ? 'unpublished' : 'published'}`
  // Nothing is an anonymous caller's own.
  if (principal.id === 0 || own === others) return others ? 'all' : 'none'
  return own ? 'own' : 'others'
}

/** Combines conditions for subsets of the posts into one; a single condition applies to all of them. */
function joinParts(parts: readonly { readonly test: Condition<PostRecord>; readonly permitted: Where }[]): Where {
  if (parts.length === 1) return parts[0]?.permitted
  const conditions = parts.flatMap(({ test, permitted }) =>
    permitted === NO_POSTS ? [] : [wherePosts.and(test, permitted)],
  )
  return wherePosts.or(...conditions)
}

function hasStatus(site: SiteContext, statuses: readonly string[]): Condition<PostRecord> {
  if (!statuses.includes(UNREGISTERED)) return wherePosts.in('status', statuses)
  return wherePosts.notIn(
    'status',
    site
      .get(postStatuses)
      .names()
      .filter(name => !statuses.includes(name)),
  )
}

interface Question {
  readonly site: SiteContext
  readonly principal: Principal
  readonly rule: PostRule
  readonly types: readonly string[]
  readonly statuses: readonly string[]
  /** Whether posts of restricted types are; see {@link isOpenToAll}. */
  readonly restricts: boolean
  /** The condition of posts that inherit their status. */
  readonly inherited: () => Where
}

function conditionOf({ principal, inherited }: Question, verdict: Verdict): Where {
  if (verdict === 'all') return undefined
  if (verdict === 'none') return NO_POSTS
  if (verdict === 'inherited') return inherited()
  if (verdict === 'own or inherited') {
    const others = inherited()
    return others && wherePosts.or(wherePosts.eq('author', principal.id), others)
  }
  if (verdict === 'own') return wherePosts.eq('author', principal.id)
  if (verdict === 'others') return wherePosts.ne('author', principal.id)
  return conditionInTrash(principal, verdict)
}

function conditionInTrash({ id }: Principal, verdict: TrashVerdict): Condition<PostRecord> {
  const status = verdict.endsWith('unpublished')
    ? wherePosts.notIn('trashedStatus', PUBLISHED_STATUSES)
    : wherePosts.in('trashedStatus', PUBLISHED_STATUSES)
  const own = wherePosts.and(wherePosts.eq('author', id), status)
  return verdict.startsWith('others') ? wherePosts.or(wherePosts.ne('author', id), own) : own
}

function permitted(question: Question): Where {
  const { site, types, statuses } = question
  const [type, status] = [types[0], statuses[0]]
  if (types.length === 1 && statuses.length === 1 && type !== undefined && status !== undefined)
    return conditionOf(question, verdictOn(question, type, status))
  const verdicts = new Map(
    types.map(type => [type, new Map(statuses.map(status => [status, verdictOn(question, type, status)]))]),
  )
  const ofType = (type: string, status: string) => verdicts.get(type)?.get(status) as Verdict
  return joinParts(
    [...groupBy(types, type => statuses.map(status => ofType(type, status)).join()).values()].map(group => {
      const [type] = group as readonly [string]
      const byStatus = [...groupBy(statuses, status => ofType(type, status)).values()].map(alike => ({
        test: hasStatus(site, alike),
        permitted: conditionOf(question, ofType(type, alike[0] as string)),
      }))
      return { test: wherePosts.in('type', group), permitted: joinParts(byStatus) }
    }),
  )
}

/**
 * The posts of some types and statuses that a rule permits a caller: those for which `canReadPost` or
 * `can('edit_post', post)` is true. `undefined` if these are all posts.
 */
export function permittedPosts(
  site: SiteContext,
  principal: Principal,
  rule: PostRule,
  types: readonly string[],
  statuses: readonly string[],
): Condition<PostRecord> | undefined {
  const inherited = () => inheritedFromReadable(site, principal)
  return permitted({ site, principal, rule, types, statuses, restricts: true, inherited })
}

/** The posts of all types and statuses that a caller may read: exactly those for which `canReadPost` is true. */
export const readablePosts = (site: SiteContext, principal: Principal): Condition<PostRecord> =>
  readableWith(site, principal, true, () => inheritedFromReadable(site, principal))

/** The posts of all types and statuses that a caller may edit: those for which `can('edit_post', post)` is true. */
export function editablePosts(site: SiteContext, principal: Principal): Condition<PostRecord> {
  if (!principal.authenticated) return NO_POSTS
  const types = site.get(postTypes).names()
  const statuses = [...site.get(postStatuses).names(), UNREGISTERED]
  return wherePosts.and(
    wherePosts.in('type', types),
    permitted({ site, principal, rule: 'edit_post', types, statuses, restricts: true, inherited: () => NO_POSTS }),
  )
}

function readableWith(
  site: SiteContext,
  principal: Principal,
  restricts: boolean,
  inherited: () => Where,
): Condition<PostRecord> {
  const types = site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => type.name)
  const statuses = [...site.get(postStatuses).names(), UNREGISTERED]
  return wherePosts.and(
    wherePosts.in('type', types),
    permitted({ site, principal, rule: 'read_post', types, statuses, restricts, inherited }),
  )
}

/**
 * A post by others that inherits its status is readable like its parent; without an existing parent, everybody may read
 * it.
 */
function inheritedFromReadable(site: SiteContext, principal: Principal): Condition<PostRecord> {
  const readable = readableWith(site, principal, false, () => wherePosts.eq('parent', 0))
  return wherePosts.not(wherePosts.exists(wherePosts, { foreign: 'id', local: 'parent' }, wherePosts.not(readable)))
}
