import type { Principal } from '@platen/core'
import {
  allBut,
  allOf,
  anyOf,
  holds,
  type ObjectRule,
  type Right,
  type RuleScope,
  relatedTo,
  rightBy,
  type SiteContext,
} from '../../../kernel/context/index.js'
import { type PostRecord, wherePosts } from '../../../kernel/records/index.js'
import { type PostType, postStatuses, postTypes } from '../../types/index.js'

type Site = Pick<SiteContext, 'get'>
type Caller = Pick<Principal, 'id' | 'can'>

/** The types and statuses that some posts are known to have. */
export interface PostKinds {
  readonly types: readonly string[]
  readonly statuses: readonly string[]
}

/** The fields that the rules about posts depend on. */
export type RuledPost = Pick<PostRecord, 'type' | 'status' | 'author' | 'trashedStatus'>

/** The status of posts that are readable like the post that they are attached to. */
const INHERIT = 'inherit'
/** Represents all statuses that are not registered (any more). */
const UNREGISTERED = ''
/** The statuses whose posts require the capabilities for published posts. */
const PUBLISHED: readonly string[] = ['publish', 'future']

const kindOf = ({ type, status }: RuledPost): PostKinds => ({ types: [type], statuses: [status] })

/** A right by type and status, to posts of some of these or, without `kinds`, to those of all statuses and `types`. */
function byKind(
  site: Site,
  kinds: PostKinds | undefined,
  types: readonly PostType[],
  rightOf: (type: PostType, status: string) => Right<PostRecord>,
): Right<PostRecord> {
  const statuses = kinds?.statuses ?? site.get(postStatuses).names()
  const ofType = (name: string) => {
    const type = site.get(postTypes).get(name)
    if (type === undefined) return false
    const others = kinds === undefined ? rightOf(type, UNREGISTERED) : undefined
    return rightBy(wherePosts, 'status', statuses, status => rightOf(type, status), others)
  }
  if (kinds !== undefined) return rightBy(wherePosts, 'type', kinds.types, ofType)
  const names = types.map(({ name }) => name)
  return rightBy(wherePosts, 'type', names, ofType, false)
}

/** Different rights of a caller to their own posts and to others; nothing belongs to an anonymous caller. */
function byAuthor({ id }: Caller, others: boolean, ofOwn: () => Right<PostRecord>): Right<PostRecord> {
  if (id === 0) return others
  const own = ofOwn()
  if (own === others) return others
  return anyOf(allOf(wherePosts.eq('author', id), own), others && wherePosts.ne('author', id))
}

type Verb = 'edit' | 'delete'

function changesOthers(site: Site, caller: Caller, verb: Verb, { capabilities: caps }: PostType, status: string) {
  if (!caller.can(caps[`${verb}_others_posts`])) return false
  if (PUBLISHED.includes(status)) return caller.can(caps[`${verb}_published_posts`])
  return site.get(postStatuses).get(status)?.private !== true || caller.can(caps[`${verb}_private_posts`])
}

const changedPosts =
  (verb: Verb) =>
  (site: Site, caller: Caller, kinds?: PostKinds): Right<PostRecord> =>
    byKind(site, kinds, site.get(postTypes).all(), (type, status) => {
      const { capabilities: caps, mapMetaCap } = type
      if (!mapMetaCap) return caller.can(caps[`${verb}_post`])
      return byAuthor(caller, changesOthers(site, caller, verb, type, status), () => {
        const published = caller.can(caps[`${verb}_published_posts`])
        if (PUBLISHED.includes(status)) return published
        const unpublished = caller.can(caps[`${verb}_posts`])
        // The trash does not give authors more rights to their posts than they had before.
        const isTrash = status === 'trash'
        return isTrash ? rightBy(wherePosts, 'trashedStatus', PUBLISHED, () => published, unpublished) : unpublished
      })
    })

/** The posts, of some types and statuses or of all, that a caller may edit. */
export const editPosts = changedPosts('edit')

/** The posts, of some types and statuses or of all, that a caller may delete. */
export const deletePosts = changedPosts('delete')

const isPublic = (site: Site, status: string) => site.get(postStatuses).get(status)?.public === true

/** The posts of a type and status that a caller may read by capabilities; `others` inherit their status. */
function readByCapability(site: Site, caller: Caller, type: PostType, status: string, others?: Right<PostRecord>) {
  const { capabilities: caps, mapMetaCap, restricted } = type
  const ofOthers = () => {
    if (!mapMetaCap) return caller.can(caps.read_post)
    if (site.get(postStatuses).get(status)?.private === true) return caller.can(caps.read_private_posts)
    return changesOthers(site, caller, 'edit', type, status)
  }
  if (mapMetaCap && isPublic(site, status)) return caller.can(typeof restricted === 'string' ? restricted : caps.read)
  const ofOwn = () => caller.can(mapMetaCap ? caps.read : caps.read_post)
  if (others !== undefined) return anyOf(byAuthor(caller, false, ofOwn), others)
  return byAuthor(caller, ofOthers(), ofOwn)
}

/** How posts are read besides by capabilities. */
interface Reading {
  /** Whether posts of restricted types are: their attachments are shown wherever these posts are used. */
  readonly restricts: boolean
  /** The posts that are readable because they inherit their status. */
  inherited(): Right<PostRecord>
}

function readable(site: Site, caller: Caller, kinds: PostKinds | undefined, { restricts, inherited }: Reading) {
  const shown = kinds === undefined ? site.get(postTypes).filter(type => type.showInRest) : []
  return byKind(site, kinds, shown, (type, status) => {
    if (isPublic(site, status) && !(restricts && type.restricted !== false)) return true
    return readByCapability(site, caller, type, status, status === INHERIT ? inherited() : undefined)
  })
}

/**
 * The posts, of some types and statuses or of all that REST shows, that a caller may read. A post by others that
 * inherits its status is readable like its parent; without an existing parent, everybody may read it.
 */
export function readPosts(site: Site, caller: Caller, kinds?: PostKinds): Right<PostRecord> {
  let known: Right<PostRecord> | undefined
  const inherited = () => {
    known ??= likeParents(site, caller)
    return known
  }
  return readable(site, caller, kinds, { restricts: true, inherited })
}

function likeParents(site: Site, caller: Caller): Right<PostRecord> {
  const inherited = () => wherePosts.eq('parent', 0)
  const hidden = allBut(readable(site, caller, undefined, { restricts: false, inherited }))
  return allBut(relatedTo(wherePosts, wherePosts, { foreign: 'id', local: 'parent' }, hidden))
}

/** Whether `readPosts` contains a post; `parent` is the one that it inherits its status from, and may be `gone`. */
export function canReadPost(
  site: Site,
  post: PostRecord,
  caller: Caller,
  parent?: PostRecord | 'gone' | undefined,
): boolean {
  const isReadable = (each: PostRecord, restricts: boolean, inherited: () => boolean) =>
    site.get(postTypes).get(each.type)?.showInRest === true &&
    holds(readable(site, caller, kindOf(each), { restricts, inherited }), each)
  return isReadable(post, true, () => {
    if (post.parent === 0 || parent === 'gone') return true
    return parent !== undefined && isReadable(parent, false, () => parent.parent === 0)
  })
}

/** The posts whose texts a caller may see: without a password, with the one that was sent, or among `editable`. */
export const unlockedPosts = (editable: Right<PostRecord>, sent?: unknown): Right<PostRecord> =>
  anyOf(wherePosts.in('password', typeof sent === 'string' ? ['', sent] : ['']), editable)

const ofType =
  (capability: keyof PostType['capabilities']) =>
  ({ principal, get }: RuleScope, { type }: RuledPost): boolean => {
    const caps = get(postTypes).get(type)?.capabilities
    return caps !== undefined && principal.can(caps[capability])
  }

/** The rules about posts of every type. */
export const postRules = {
  edit_post: (scope: RuleScope, post: RuledPost) => editPosts(scope, scope.principal, kindOf(post)),
  delete_post: (scope: RuleScope, post: RuledPost) => deletePosts(scope, scope.principal, kindOf(post)),
  /** By capabilities: does not count what everybody may read, nor what is inherited. */
  read_post: (scope: RuleScope, post: RuledPost) =>
    byKind(scope, kindOf(post), [], (type, status) => readByCapability(scope, scope.principal, type, status)),
  publish_post: ofType('publish_posts'),
} satisfies Record<string, ObjectRule>
