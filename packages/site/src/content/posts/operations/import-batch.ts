import { slugify, slugifyRequested } from '@platen/rendering'
import type { NewRecord } from '@platen/storage'
import { canKeepId, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import type { PostType } from '../../types/index.js'
import { isFreeUnless } from '../post-slugs.js'
import { isUnpublished } from './prepare-post.js'
import { freeSlug, insertRecord } from './store-post.js'

/** A post to import: its record, and whether it gets its slug later. */
export interface BatchedPost {
  readonly type: PostType
  readonly record: NewRecord<PostRecord>
  readonly isPlacedLater: boolean
}

/** Posts that are stored in the order in which they are added; posts that depend on no others are stored together. */
export interface PostBatch {
  /** The posts that are stored, in order. */
  readonly stored: readonly PostRecord[]
  /** The id if a new post may have it. */
  freeId(id: number): Promise<number | undefined>
  add(post: BatchedPost): Promise<void>
  /** The id of the post at an index. */
  idAt(place: number): Promise<number>
  flush(): Promise<void>
}

/** The part of a post that the lookup of stored ids and slugs needs. */
interface Sought {
  readonly id: number
  readonly slug?: string | undefined
  readonly title?: string | undefined
}

/** Starts a batch. It lasts for one call, because changes by others would have to be looked up again. */
export async function createPostBatch(tx: Tx, posts: readonly Sought[]): Promise<PostBatch> {
  const { store } = tx
  const ids = posts.map(({ id }) => id).filter(canKeepId)
  const slugs = posts.map(({ slug = '', title = '' }) => slugifyRequested(slug) || slugify(title))
  const takenIds = new Set((await postsIn(store).pick([], { where: wherePosts.in('id', ids) })).map(({ id }) => id))
  const takenSlugs = new Set(await postsIn(store).distinct('slug', wherePosts.in('slug', [...new Set(slugs)])))
  const stored: PostRecord[] = []
  let pending: NewRecord<PostRecord>[] = []

  const note = (posts: readonly PostRecord[]) => {
    for (const post of posts) {
      stored.push(post)
      takenIds.add(post.id)
      takenSlugs.add(post.slug)
    }
  }
  const flush = async () => {
    if (pending.length === 0) return
    const records = pending
    pending = []
    note(await postsIn(store).insertMany(records))
  }

  /** The slug of a post, if it depends neither on stored posts nor on its id. */
  const certainSlug = ({ type, record, isPlacedLater }: BatchedPost): string | undefined => {
    const { status, title, parent, slug: requested } = record
    if (isPlacedLater) return ''
    if (isUnpublished(status)) return requested
    const slug = requested || slugify(title)
    const request = { id: record.id ?? 0, slug, type: type.name, parent }
    return slug !== '' && isFreeUnless(tx.site, takenSlugs, request) ? slug : undefined
  }

  return {
    stored,
    flush,
    async freeId(id) {
      // The database may assign the id to a waiting post without one.
      if (!canKeepId(id)) return undefined
      if (pending[0]?.id === undefined) await flush()
      return takenIds.has(id) ? undefined : id
    },
    async add(post) {
      const { type, record, isPlacedLater } = post
      if ((pending[0]?.id === undefined) !== (record.id === undefined)) await flush()
      const slug = certainSlug(post)
      if (slug !== undefined && record.guid) {
        pending.push(slug === record.slug ? record : { ...record, slug })
        if (record.id !== undefined) takenIds.add(record.id)
        takenSlugs.add(slug)
        return
      }
      await flush()
      note([await insertRecord(tx, type, record, async each => (isPlacedLater ? '' : freeSlug(tx, each)))])
    },
    async idAt(place) {
      const waiting = pending[place - stored.length]?.id
      if (waiting !== undefined) return waiting
      await flush()
      return stored[place]?.id ?? 0
    },
  }
}
