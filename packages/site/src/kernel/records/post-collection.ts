import {
  dateTime,
  defineCollection,
  highest,
  integer,
  many,
  manyThrough,
  nullable,
  type RecordOf,
  type Related,
  type RelationsOf,
  type StoreSession,
  summary,
  text,
  withDefault,
} from '@platen/storage'
import { assignments } from './assignment-collection.js'
import { COMMENTS_PER_PAGE, comments } from './comment-collection.js'
import { APPROVED, COMMENT } from './comment-values.js'
import { meta } from './meta-collection.js'
import { terms } from './term-collection.js'
import { trashedStatusFromMeta } from './trashed-status-from-meta.js'

/** The posts of all types: pages, attachments, revisions, menu items and so on are posts. */
export const posts = defineCollection({
  name: 'posts',
  size: 100_000,
  columns: {
    type: text({ shared: 90_000 }),
    status: text({ shared: 89_000 }),
    author: integer({ shared: 500 }),
    /** Local time of publication. */
    date: dateTime({ shared: 2 }),
    /** The same in UTC; `null` while the date is floating (a draft without an explicit date). */
    dateGmt: nullable(dateTime({ shared: 2 })),
    modified: dateTime({ shared: 2 }),
    modifiedGmt: dateTime(),
    slug: text({ shared: 2 }),
    title: text({ folded: true, shared: 2, omittable: true }),
    password: text(),
    parent: integer({ shared: 10, common: 0 }),
    menuOrder: integer({ shared: 20_000 }),
    commentStatus: text(),
    pingStatus: text(),
    guid: text({ shared: 2 }),
    mimeType: text(),
    /** The number of its approved comments, without notes; if it is 0, `_embed` and blocks do not look for comments. */
    commentCount: integer(),
    /** The status that a post in the trash had before; otherwise empty. */
    trashedStatus: withDefault(text({ shared: 90_000 }), ''),
    excerpt: text({ long: true }),
    content: text({ long: true }),
  },
  indexes: {
    byStatusAndDate: { key: ['type', 'status', 'date'] },
    byTypeAndDate: { key: ['type', 'date', 'id', 'status'] },
    byDate: { key: ['date', 'id', 'type', 'status'] },
    byModified: { key: ['type', 'status', 'modified'] },
    byTitle: { key: ['type', 'status', { folded: 'title' }] },
    bySlug: { key: ['slug', 'type'] },
    byParent: { key: ['parent', 'type', 'slug'] },
    byAuthor: { key: ['author', 'type', 'status', 'date'] },
    byGuid: { key: ['guid'] },
    byDueDate: { key: ['dateGmt'], only: { status: 'future' } },
    byIdAndAuthor: { key: ['type', 'status', 'id', 'mimeType', 'parent', 'author'] },
    byMenuOrder: { key: ['type', 'status', 'menuOrder'] },
    byStatusAndAuthor: { key: ['type', 'status', 'author'] },
  },
  counted: ['type', 'status'],
  search: ['title', 'excerpt', 'content'],
  migrations: [trashedStatusFromMeta],
  // Each save adds a revision with all texts, and revisions are searched only within one post.
  searchIndexExcept: { type: 'revision' },
  relations: self => {
    const { and, endsWith, eq, not } = self.where
    const isRevision = eq('type', 'revision')
    const isAutosave = endsWith('slug', '-autosave-v1')
    return {
      terms: manyThrough(terms, assignments, { foreign: 'object', to: 'term', order: 'position' }),
      /** The same, without the descriptions. */
      termNames: manyThrough(terms, assignments, {
        foreign: 'object',
        to: 'term',
        order: 'position',
        fields: ['taxonomy', 'name', 'slug'],
      }),
      meta: many(meta, { foreign: 'object', where: meta.where.eq('kind', 'post') }),
      /** How many revisions a post has, its autosaves included, and the id of the latest one. */
      revisions: summary(self, { foreign: 'parent', where: isRevision }),
      /** The first page of the approved comments. */
      newestComments: highest(comments, {
        foreign: 'post',
        where: comments.where.and(comments.where.eq('status', APPROVED), comments.where.eq('type', COMMENT)),
        by: 'dateGmt',
        limit: COMMENTS_PER_PAGE,
      }),
      /** The latest revision that is not an autosave. */
      latestRevision: highest(self, {
        foreign: 'parent',
        where: and(isRevision, not(isAutosave)),
        by: 'id',
        limit: 1,
      }),
      autosaves: many(self, { foreign: 'parent', where: and(isRevision, isAutosave) }),
    }
  },
})

/** A post of any type: pages, attachments, revisions, menu items and so on are posts. */
export interface PostRecord extends RecordOf<typeof posts> {}

/** The values that the relations of a post have, by name. */
export type PostRelations = RelationsOf<typeof posts>

/** The related records of posts, for the loaded relations `N`. */
export type PostRelated<N extends keyof PostRelations = keyof PostRelations> = Related<PostRelations, N>

/** The posts of a store, or as a transaction sees them. */
export const postsIn = (session: StoreSession) => session.collection(posts)

/** Builds conditions over posts. */
export const wherePosts = posts.where
