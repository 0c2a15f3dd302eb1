import type { Found, Query } from '@platen/storage'
import { conditionOf, holds } from '../../../kernel/context/index.js'
import type { Actor, As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, type PostRelations, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { canReadPost, readPosts, unlockedPosts } from '../rules/post-rights.js'
import { inheritedFrom } from '../rules/post-visibility.js'
import type { NewPost, PostInput } from './post-input.js'
import { createPost, deletePost, trashPost, updatePost } from './post-operations.js'
import { publishDuePosts } from './publish-due-posts.js'

/**
 * Posts of every type, in process, with the errors and events of requests. The text of a post with a password is empty
 * for actors who may not edit it.
 */
export interface PostsContent {
  create(input: NewPost, by: As): Promise<PostRecord>
  update(id: number, changes: PostInput, by: AsOf): Promise<PostRecord>
  /** Moves a post to the trash. */
  trash(id: number, by: AsOf): Promise<PostRecord>
  /** Permanently deletes a post, and resolves with it. */
  delete(id: number, by: AsOf): Promise<PostRecord>
  /** A post; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<PostRecord | undefined>
  /** Those posts that a query finds and the actor may read. */
  find<const W extends readonly (keyof PostRelations)[] = readonly []>(
    query: Query<PostRecord, W>,
    by: As,
  ): Promise<Found<PostRecord, PostRelations, W>>
  /** Publishes the scheduled posts that are due; resolves with their number. */
  publishDue(): Promise<number>
}

export function postsContent({ site, run, actor }: ContentCalls): PostsContent {
  return Object.freeze<PostsContent>({
    create: (input, by) => run(createPost, input, by),
    update: (id, changes, by) => run(updatePost, { ...changes, id, version: by.version }, by),
    trash: (id, by) => run(trashPost, { id, version: by.version }, by),
    delete: (id, by) => run(deletePost, { id, version: by.version }, by),
    async get(id, by) {
      const reader = await actor(by)
      const post = await recordById(postsIn(site.store), id)
      const readable = post !== undefined && canReadPost(site, post, reader, await inheritedFrom(site, post))
      return readable ? openTo(reader, post) : undefined
    },
    async find(query, by) {
      const reader = await actor(by)
      const page = await postsIn(site.store).find({
        ...query,
        where: wherePosts.and(query.where, conditionOf(readPosts(site, reader))),
      })
      return { ...page, records: page.records.map(post => openTo(reader, post)) }
    },
    async publishDue() {
      await actor({ as: site.principalOf(undefined) })
      return publishDuePosts(site)
    },
  })
}

/** A post, in the form for an actor who may read it. */
const openTo = (reader: Actor, post: PostRecord): PostRecord =>
  holds(unlockedPosts(reader.can('edit_post', post)), post) ? post : { ...post, content: '', excerpt: '', password: '' }
