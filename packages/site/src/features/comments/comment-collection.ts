import { meta } from '../../meta/meta-collection.js'
import { dateTime, integer, text } from '../../storage/columns.js'
import { defineCollection, type RecordOf } from '../../storage/define-collection.js'
import { many } from '../../storage/relations.js'

/** The comments of all types. */
export const comments = defineCollection({
  name: 'comments',
  size: 100_000,
  columns: {
    post: integer({ shared: 20 }),
    parent: integer({ shared: 5 }),
    /** The user's id, or 0. */
    author: integer({ shared: 50 }),
    authorName: text({ folded: true }),
    authorEmail: text({ folded: true }),
    authorUrl: text(),
    authorIp: text(),
    authorAgent: text(),
    date: dateTime(),
    dateGmt: dateTime({ shared: 2 }),
    status: text({ shared: 89_000 }),
    type: text({ shared: 90_000 }),
    content: text({ folded: true }),
  },
  indexes: {
    byStatus: { key: ['type', 'status', 'dateGmt'] },
    byDate: { key: ['type', 'dateGmt', 'status'] },
    byPost: { key: ['post', 'status', 'type', 'dateGmt'] },
    byParent: { key: ['parent'] },
    byAuthor: { key: ['author'] },
  },
  relations: () => ({ meta: many(meta, { foreign: 'object', where: meta.where.eq('kind', 'comment') }) }),
})

/** A comment of any type. */
export interface CommentRecord extends RecordOf<typeof comments> {}
