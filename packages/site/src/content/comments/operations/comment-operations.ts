import { RestError } from '@platen/core'
import { sanitizeName } from '@platen/rendering'
import type { RecordChanges, StoreSession } from '@platen/storage'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, type Tx } from '../../../kernel/operations/index.js'
import {
  APPROVED,
  COMMENT,
  type CommentRecord,
  commentMetaKeys,
  commentsIn,
  HELD,
  isPutAway,
  isRestoring,
  metaIn,
  NOTE,
  statusNamed,
  TRASHED,
  whereComments,
  whereMeta,
} from '../../../kernel/records/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import { unlessEmptyZero } from '../../../server/dialects/index.js'
import { type MetaWriteOptions, removeMetaOf, writeMeta } from '../../meta/index.js'
import { postLocks } from '../../posts/index.js'
import { type CheckedComment, commentDeleted, commentSaved } from '../comment-hooks.js'
import { commentLocks } from '../comment-locks.js'
import { type CommentedPost, loadCommentedPosts, shiftCommentCounts } from '../commented-posts.js'
import { saveStatuses, setCommentMeta } from '../own-comment-meta.js'
import { mayDeleteComment, mayEditComment, mayMoveComment, noSuchComment } from '../rules/comment-access.js'
import { canEditComment } from '../rules/comment-rights.js'
import { mayCreateComment } from '../rules/may-create-comment.js'
import { checkLengths, initialStatus } from './check-comment.js'
import type { CommentChanges, CommentInput, CommentTarget, NewComment } from './comment-input.js'
import { noticeOf } from './comment-notices.js'
import { type PreparedComment, prepareComment } from './prepare-comment.js'

const postOf = async ({ store }: Tx, id: number): Promise<CommentedPost | undefined> =>
  (await loadCommentedPosts(store, [id])).get(id)

const isNameless = ({ dialect }: SiteContext, name: string) => unlessEmptyZero(dialect, name) === ''

/** The input of a comment without an author: it is by the actor. */
function authored({ site }: Tx, actor: Actor, input: CommentInput): CommentInput {
  const { authorName = '', authorEmail, authorUrl, ...rest } = input
  const isSilent =
    input.author === undefined && isNameless(site, sanitizeName(authorName)) && !authorEmail && !authorUrl
  return isSilent && actor.user !== undefined ? { ...rest, author: actor.id } : input
}

/**
 * Creates a comment or a note. Without data of an author, it is by the actor. Throws a `RestError` if the comment is
 * forbidden or invalid, for example `rest_comment_closed`, `comment_duplicate` (409) and `comment_flood` (429).
 */
export const createComment = defineOperation(
  async (tx, actor, input: NewComment): Promise<CommentRecord> => {
    const { site, store } = tx
    const type = input.type || COMMENT
    // The same comment twice is refused, and comments move to the trash with their post.
    await tx.lock(postLocks(input.post))
    const commented = await postOf(tx, input.post)
    permit(mayCreateComment(site, actor, { ...input, type }, commented))
    if (commented === undefined) throw noSuchComment()
    if (type !== COMMENT && type !== NOTE)
      throw new RestError('rest_invalid_comment_type', `There is no comment type "${type}".`, 400)
    const now = site.services.clock()
    const { time } = await site.options()
    const record: CheckedComment = {
      parent: 0,
      author: 0,
      authorName: '',
      authorEmail: '',
      authorUrl: '',
      authorIp: '',
      authorAgent: '',
      date: time.local(now),
      dateGmt: time.utc(now),
      content: '',
      ...(await prepareComment(tx, actor, authored(tx, actor, input), type)),
      post: commented.post.id,
      created: time.utc(now),
      type,
    }
    const isSystem = actor.authenticated && actor.user === undefined
    if (!isSystem && (isNameless(site, record.authorName) || record.authorEmail === ''))
      throw new RestError('rest_comment_author_data_required', 'A comment needs a name and an email address.', 400)
    checkLengths(record)
    const initial = type === NOTE ? APPROVED : await initialStatus(tx, actor, record, commented.post)
    const named = input.status ?? ''
    const status = isRestoring(named) ? HELD : (statusNamed(named) ?? initial)
    const comment = await commentsIn(store).insert({ ...record, status })
    if (isPutAway(status)) await setCommentMeta(store, comment.id, commentMetaKeys.formerStatus, initial)
    await shiftCommentCounts(store, undefined, comment)
    await storeBelongings(tx, actor, input, comment, {
      mayEdit: canEditComment(actor, comment, commented),
      isNew: true,
    })
    tx.emit(commentSaved, { comment, before: undefined })
    const notice = noticeOf(site, comment, commented.post)
    if (notice !== undefined) tx.afterCommit(notice)
    return comment
  },
  { concurrent: true },
)

async function storeBelongings(
  tx: Tx,
  actor: Actor,
  { meta, fields }: CommentInput,
  comment: CommentRecord,
  options: MetaWriteOptions,
): Promise<void> {
  await writeMeta(tx, actor, { kind: 'comment', subtype: '', object: comment.id }, meta, options)
  await setExtraFields(tx, actor, 'comment', comment, fields)
}

/** The locks for a change of a comment, in their order. */
type CommentLocks = (comment: CommentRecord) => readonly (readonly string[])[]

/** Reloads a comment with its post for a change, and locks what the change depends on. Throws if it does not exist. */
async function reloadComment(tx: Tx, id: number, locksOf: CommentLocks = ({ post }) => [postLocks(post)]) {
  const locked = new Set<string>()
  for (;;) {
    const comment = await commentsIn(tx.store).get(id)
    if (comment === undefined) throw noSuchComment()
    const locks = locksOf(comment)
    if (locks.flat().every(key => locked.has(key))) return { comment, commented: await postOf(tx, comment.post) }
    for (const keys of locks) {
      await tx.lock(keys)
      for (const key of keys) locked.add(key)
    }
  }
}

/** Stores changes of a comment, and what depends on its status. */
async function storeChanges(
  { store }: Tx,
  before: CommentRecord,
  changes: RecordChanges<CommentRecord>,
  version: number | undefined,
): Promise<CommentRecord> {
  const { status } = changes
  if (status !== undefined && status !== before.status && isPutAway(status))
    await setCommentMeta(store, before.id, commentMetaKeys.formerStatus, before.status)
  const comment = await storeCounted(store, before, changes, version)
  if (status === TRASHED && before.status !== TRASHED) await trashReplies(store, comment)
  return comment
}

/** Moves the replies to the first note of a thread to the trash with it. Replies to comments are not moved. */
async function trashReplies(store: StoreSession, { id, type, parent }: CommentRecord): Promise<void> {
  if (type !== NOTE || parent !== 0) return
  const replies = whereComments.and(whereComments.eq('parent', id), whereComments.in('status', [APPROVED, HELD]))
  const { records } = await commentsIn(store).find({ where: replies })
  await saveStatuses(store, records, commentMetaKeys.formerStatus)
  await commentsIn(store).updateWhere(replies, { status: TRASHED })
}

async function storeCounted(
  store: StoreSession,
  before: CommentRecord,
  changes: RecordChanges<CommentRecord>,
  version: number | undefined,
): Promise<CommentRecord> {
  const comment = await commentsIn(store).update(before.id, changes, { version })
  await shiftCommentCounts(store, before, comment)
  return comment
}

/** Stores changes, and removes the status from before the comment was moved to spam or to the trash. */
async function restoreStatus(
  { store }: Tx,
  before: CommentRecord,
  changes: RecordChanges<CommentRecord>,
  version: number | undefined,
): Promise<CommentRecord> {
  const { and, eq } = whereMeta
  const former = await metaIn(store).first({
    where: and(eq('kind', 'comment'), eq('object', before.id), eq('key', commentMetaKeys.formerStatus)),
  })
  if (former !== undefined) await setCommentMeta(store, before.id, commentMetaKeys.formerStatus, undefined)
  // A status that cannot be set, such as that of a comment on a trashed post, is not restored.
  const status = former === undefined ? HELD : (statusNamed(String(former.value)) ?? before.status)
  return storeCounted(store, before, { ...changes, status }, version)
}

/**
 * Changes a comment. A status approves or holds it, moves it to spam or to the trash, or restores it (`unspam`,
 * `untrash`). Throws like `createComment`.
 */
export const updateComment = defineOperation(
  async (tx, actor, { id, version, ...input }: CommentChanges): Promise<CommentRecord> => {
    const { comment: before, commented } = await reloadComment(tx, id, ({ post }) => [postLocks(post, input.post)])
    permit(mayEditComment(actor, before, commented))
    if (input.type !== undefined && input.type !== before.type)
      throw new RestError('rest_comment_invalid_type', 'The type of a comment cannot be changed.', 404)
    if (input.post !== undefined && input.post !== before.post)
      permit(mayMoveComment(actor, before, input.post, await postOf(tx, input.post)))
    permit(maySetAuthor(actor, before, input))
    const prepared: PreparedComment = await prepareComment(tx, actor, input, before.type, before)
    checkLengths(prepared)
    const named = input.status ?? ''
    const comment = isRestoring(named)
      ? await restoreStatus(tx, before, prepared, version)
      : await storeChanges(tx, before, { ...prepared, status: statusNamed(named) ?? before.status }, version)
    await storeBelongings(tx, actor, input, comment, {})
    tx.emit(commentSaved, { comment, before })
    return comment
  },
  { concurrent: true },
)

/** Only moderators may set another author of a comment. */
function maySetAuthor(actor: Actor, { author: stored }: CommentRecord, { author }: CommentInput) {
  if (author === undefined || author === stored || author === actor.id || actor.can('moderate_comments')) return true
  return new RestError('rest_comment_invalid_author', 'You are not allowed to comment on behalf of others.', 403)
}

/** Moves a comment to the trash. Throws `rest_already_trashed` (410) if it is there. */
export const trashComment = defineOperation(
  async (tx, actor, { id, version }: CommentTarget): Promise<CommentRecord> => {
    const { comment: before, commented } = await reloadComment(tx, id)
    permit(mayDeleteComment(actor, before, commented))
    if (before.status === TRASHED)
      throw new RestError('rest_already_trashed', 'The comment is already in the trash.', 410)
    const comment = await storeChanges(tx, before, { status: TRASHED }, version)
    tx.emit(commentSaved, { comment, before })
    return comment
  },
  { concurrent: true },
)

/** Restores a comment from the trash, with its previous status. Throws `rest_not_trashed` (409) for others. */
export const restoreComment = defineOperation(
  async (tx, actor, { id, version }: CommentTarget): Promise<CommentRecord> => {
    const { comment: before, commented } = await reloadComment(tx, id)
    permit(mayEditComment(actor, before, commented))
    if (before.status !== TRASHED) throw new RestError('rest_not_trashed', 'The comment is not in the trash.', 409)
    const comment = await restoreStatus(tx, before, {}, version)
    tx.emit(commentSaved, { comment, before })
    return comment
  },
  { concurrent: true },
)

/** Permanently deletes a comment and returns it; replies to it become replies to its parent. */
export const deleteComment = defineOperation(
  async (tx, actor, { id, version }: CommentTarget): Promise<CommentRecord> => {
    const { store } = tx
    // Replies get its parent, which must not be deleted at the same time.
    const locksOf: CommentLocks = ({ post, parent }) => [postLocks(post), commentLocks(id, parent)]
    const { comment, commented } = await reloadComment(tx, id, locksOf)
    permit(mayDeleteComment(actor, comment, commented))
    if (version !== undefined) await commentsIn(store).update(id, {}, { version })
    await commentsIn(store).updateWhere(whereComments.eq('parent', id), { parent: comment.parent })
    await removeMetaOf(tx, 'comment', [id])
    await commentsIn(store).remove(id)
    await shiftCommentCounts(store, comment, undefined)
    tx.emit(commentDeleted, { comment })
    return comment
  },
  { concurrent: true },
)
