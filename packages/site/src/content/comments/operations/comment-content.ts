import type { Found, Query } from '@platen/storage'
import { conditionOf } from '../../../kernel/context/index.js'
import type { Actor, As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type CommentRecord, type CommentRelations, commentsIn, whereComments } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { type MetaFields, metaFields, requireIndexFor } from '../../meta/index.js'
import { type CommentedPost, loadCommentedPosts } from '../commented-posts.js'
import { canEditComment, canReadComment, onPosts, readComments } from '../rules/comment-rights.js'
import type { CommentInput, NewComment } from './comment-input.js'
import { createComment, deleteComment, restoreComment, trashComment, updateComment } from './comment-operations.js'

/**
 * Comments and notes, in process, with the errors and events of requests. Email and IP addresses are empty for actors
 * who may not edit the comment.
 */
export interface CommentsContent {
  create(input: NewComment, by: As): Promise<CommentRecord>
  update(id: number, changes: CommentInput, by: AsOf): Promise<CommentRecord>
  /** Moves a comment to the trash. */
  trash(id: number, by: AsOf): Promise<CommentRecord>
  /** Restores a comment from the trash, with its previous status. */
  restore(id: number, by: AsOf): Promise<CommentRecord>
  /** Permanently deletes a comment, and resolves with it. */
  delete(id: number, by: AsOf): Promise<CommentRecord>
  /** A comment; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<CommentRecord | undefined>
  /** Those comments that a query finds and the actor may read. */
  find<const W extends readonly (keyof CommentRelations)[] = readonly []>(
    query: Query<CommentRecord, W>,
    by: As,
  ): Promise<Found<CommentRecord, CommentRelations, W>>
  /** Conditions and orders for `find` by declared meta keys: `meta['rating']?.gte(4)`. */
  readonly meta: MetaFields<CommentRecord>
}

export function commentsContent({ site, run, actor }: ContentCalls): CommentsContent {
  return Object.freeze<CommentsContent>({
    create: (input, by) => run(createComment, input, by),
    update: (id, changes, by) => run(updateComment, { ...changes, id, version: by.version }, by),
    trash: (id, by) => run(trashComment, { id, version: by.version }, by),
    restore: (id, by) => run(restoreComment, { id, version: by.version }, by),
    delete: (id, by) => run(deleteComment, { id, version: by.version }, by),
    async get(id, by) {
      const reader = await actor(by)
      const comment = await recordById(commentsIn(site.store), id)
      if (comment === undefined) return undefined
      const commented = (await loadCommentedPosts(site.store, [comment.post])).get(comment.post)
      return canReadComment(site, reader, comment, commented) ? openTo(reader, comment, commented) : undefined
    },
    async find(query, by) {
      const reader = await actor(by)
      await requireIndexFor(site, 'comment', query)
      const page = await commentsIn(site.store).find({
        ...query,
        where: whereComments.and(query.where, conditionOf(readComments(reader, onPosts(site, reader)))),
      })
      const ids = page.records.map(({ post }) => post)
      const posts = await loadCommentedPosts(site.store, ids)
      return { ...page, records: page.records.map(comment => openTo(reader, comment, posts.get(comment.post))) }
    },
    meta: metaFields<CommentRecord>(site, 'comment', ''),
  })
}

/** A comment, in the form for an actor who may read it. */
const openTo = (reader: Actor, comment: CommentRecord, commented: CommentedPost | undefined): CommentRecord =>
  canEditComment(reader, comment, commented) ? comment : { ...comment, authorEmail: '', authorIp: '', authorAgent: '' }
