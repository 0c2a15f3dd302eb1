import {
  dateTime,
  defineCollection,
  highest,
  integer,
  many,
  type RecordOf,
  type RelationsOf,
  type StoreSession,
  text,
  withDefault,
} from '@platen/storage'
import { APPROVED, COMMENT, HELD, NOTE } from './comment-values.js'
import { meta } from './meta-collection.js'

/** How many comments a page of a list has unless the client sends `per_page`. */
export const COMMENTS_PER_PAGE = 10

/** The comments of all types. */
export const comments = defineCollection({
  name: 'comments',
  size: 100_000,
  columns: {
    post: integer({ shared: 20 }),
    parent: integer({ shared: 5, common: 0 }),
    /** The user's id, or 0. */
    author: integer({ shared: 50, common: 0 }),
    authorName: text({ folded: true }),
    authorEmail: text({ folded: true, shared: 5 }),
    authorUrl: text(),
    authorIp: text({ shared: 20 }),
    authorAgent: text(),
    date: dateTime(),
    dateGmt: dateTime({ shared: 2 }),
    /**
     * The time at which the comment was stored, in UTC; `date` may be set by its author. Empty for imported comments.
     */
    created: withDefault(dateTime({ shared: 2 }), ''),
    status: text({ shared: 89_000 }),
    type: text({ shared: 90_000 }),
    content: text({ folded: true, omittable: true }),
  },
  indexes: {
    // The readability of a comment depends on its post and author: totals are counted only by these.
    byTypeAndStatus: { key: ['type', 'status', 'dateGmt', 'post', 'author'] },
    byTypeAndDate: { key: ['type', 'dateGmt', 'status', 'post', 'author'] },
    byId: { key: ['type', 'status', 'id'] },
    byPost: { key: ['post', 'status', 'type', 'dateGmt'] },
    byPostAndDate: { key: ['post', 'type', 'dateGmt', 'status'] },
    byPostAndEmail: { key: ['post', { folded: 'authorEmail' }] },
    byParentAndStatus: { key: ['parent', 'status', 'type', 'dateGmt'] },
    byAuthorAndStatus: { key: ['author', 'status', 'type', 'dateGmt'] },
    byAddress: { key: ['authorIp', 'created'] },
  },
  relations: self => {
    const { and, eq, in: isIn } = self.where
    const replies = (status: string, limit: number) =>
      highest(self, {
        foreign: 'parent',
        where: and(eq('status', status), eq('type', COMMENT)),
        by: 'dateGmt',
        limit,
      })
    return {
      meta: many(meta, { foreign: 'object', where: meta.where.eq('kind', 'comment') }),
      /** The first page of the approved replies. */
      newestReplies: replies(APPROVED, COMMENTS_PER_PAGE),
      approvedReply: replies(APPROVED, 1),
      heldReply: replies(HELD, 1),
      noteReply: highest(self, {
        foreign: 'parent',
        where: and(isIn('status', [APPROVED, HELD]), eq('type', NOTE)),
        by: 'dateGmt',
        limit: 1,
      }),
    }
  },
})

/** A comment of any type. */
export interface CommentRecord extends RecordOf<typeof comments> {}

/** The values that the relations of a comment have, by name. */
export type CommentRelations = RelationsOf<typeof comments>

/** The comments of a store, or as a transaction sees them. */
export const commentsIn = (session: StoreSession) => session.collection(comments)

/** Builds conditions over comments. */
export const whereComments = comments.where
