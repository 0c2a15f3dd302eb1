// A collection of the feature's own: every store makes a table, its indexes and its readers of it.

import { posts } from '@platen/site'
import { dateTime, defineCollection, integer, one, type RecordOf, text } from '@platen/storage'

/** Reviews of posts: one for each post and author. */
export const reviews = defineCollection({
  name: 'reviews',
  columns: { post: integer(), author: integer(), stars: integer(), words: text({ folded: true }), created: dateTime() },
  unique: { byPostAndAuthor: ['post', 'author'] },
  indexes: { byCreated: { key: ['created', 'id'] } },
  relations: () => ({ reviewed: one(posts, 'post') }),
})

/** A stored review. */
export type Review = RecordOf<typeof reviews>
