import type { Principal } from '@platen/core'
import {
  allOf,
  anyOf,
  holds,
  type ObjectRule,
  type Right,
  type RuleScope,
  relatedTo,
  type SiteContext,
} from '../../../kernel/context/index.js'
import {
  APPROVED,
  type CommentRecord,
  NOTE,
  type PostRecord,
  whereComments,
  wherePosts,
} from '../../../kernel/records/index.js'
import { editPosts, type RuledPost, readPosts, unlockedPosts } from '../../posts/index.js'
import { type CommentedPost, canReadCommentsOn } from '../commented-posts.js'

type Caller = Pick<Principal, 'id' | 'can'>

/** The comments on posts that a caller can edit, and those on posts whose comments the caller can read. */
export interface OnPosts {
  readonly edit: Right<CommentRecord>
  readonly read: Right<CommentRecord>
}

const notNotes = whereComments.ne('type', NOTE)

/** The comments that a caller may change: all but notes for moderators, and those on posts that the caller can edit. */
export const editComments = (caller: Caller, { edit }: Pick<OnPosts, 'edit'>): Right<CommentRecord> =>
  anyOf(allOf(notNotes, caller.can('moderate_comments')), edit)

/** The comments that a caller wrote, who may read them in any status if the post can be read. */
export const ownComments = ({ id }: Caller): Right<CommentRecord> =>
  allOf(notNotes, id !== 0 && whereComments.eq('author', id))

/** The comments that a caller may read. */
export const readComments = (caller: Caller, on: OnPosts): Right<CommentRecord> =>
  anyOf(
    editComments(caller, on),
    allOf(anyOf(allOf(notNotes, whereComments.eq('status', APPROVED)), ownComments(caller)), on.read),
  )

/** For all comments, whose posts have no password or can be edited. */
export function onPosts(site: SiteContext, caller: Principal): OnPosts {
  const on = (right: Right<PostRecord>) => relatedTo(whereComments, wherePosts, { foreign: 'id', local: 'post' }, right)
  const editable = editPosts(site, caller)
  return { edit: on(editable), read: on(allOf(readPosts(site, caller), unlockedPosts(editable))) }
}

const isEditable = (caller: Caller, post: RuledPost | undefined): boolean =>
  post !== undefined && caller.can('edit_post', post)

/** Whether `editComments` contains a comment on a post. */
export const canEditComment = (caller: Caller, comment: CommentRecord, commented: CommentedPost | undefined): boolean =>
  holds(editComments(caller, { edit: isEditable(caller, commented?.post) }), comment)

/** Whether `readComments` contains a comment on a post; `password` is the one that the caller sent for the post. */
export function canReadComment(
  site: SiteContext,
  caller: Principal,
  comment: CommentRecord,
  commented: CommentedPost | undefined,
  password?: unknown,
): boolean {
  const edit = isEditable(caller, commented?.post)
  const read = commented !== undefined && canReadCommentsOn(site, caller, commented, password)
  return holds(readComments(caller, { edit, read }), comment)
}

/** The rules about comments, with their posts. */
export const commentRules = {
  edit_comment: ({ principal }: RuleScope, _comment: CommentRecord, post: RuledPost | undefined) =>
    editComments(principal, { edit: isEditable(principal, post) }),
} satisfies Record<string, ObjectRule>
