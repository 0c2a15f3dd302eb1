import { type Condition, type PostRecord, where } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import type { PostOutline } from './post-record.js'

/** A post of the file with the outline of its record. */
export interface OutlinedPost {
  readonly post: WxrPost
  readonly outline: PostOutline
}

/** Knows which posts of the file the store has. */
export interface PostRecognition {
  /** Loads what the posts of a batch could be. */
  load(batch: readonly OutlinedPost[]): Promise<PostCandidates>
  /** Says that a record stands for a post of the file, and can stand for no other one. */
  claim(id: number): void
}

/** Posts of the store that those of a batch could be. */
export interface PostCandidates {
  /** The one that a post of the file is, if it is any. */
  find(post: OutlinedPost): PostRecord | undefined
}

/**
 * Starts to recognise posts, by guid, type and date (by slug when that was changed, by title when there is no guid).
 * Files hold posts that are alike in all of that: each record stands for one post, in the order of the ids.
 */
export function createPostRecognition(run: ImportRun): PostRecognition {
  const { posts } = run.contents
  const claimed = new Set<number>()
  return {
    claim: id => void claimed.add(id),
    async load(batch) {
      const guids = batch.map(({ post }) => post.guid).filter(guid => guid !== '')
      const byGuid = await posts.find({ where: where.posts.in('guid', [...new Set(guids)]) })
      const others = await posts.find({ where: withoutGuid(batch.filter(({ post }) => post.guid === '')) })
      const candidates = groupBy(byGuid.records, record => record.guid)
      const titled = groupBy(others.records, record => record.title)
      return {
        find({ post, outline }) {
          const pool = (post.guid === '' ? titled.get(post.title) : candidates.get(post.guid)) ?? []
          const open = pool.filter(({ id, type }) => type === outline.type && !claimed.has(id))
          return (
            open.find(record => outline.dated && record.date === outline.date) ??
            open.find(record => post.slug !== '' && record.slug === post.slug) ??
            (outline.dated ? undefined : open[0])
          )
        },
      }
    },
  }
}

function withoutGuid(posts: readonly OutlinedPost[]): Condition<PostRecord> {
  const undated = posts.filter(({ outline }) => !outline.dated)
  return where.posts.and(
    where.posts.in('type', [...new Set(posts.map(({ outline }) => outline.type))]),
    where.posts.or(
      where.posts.in('date', [...new Set(posts.map(({ outline }) => outline.date))]),
      where.posts.in('slug', [...new Set(posts.map(({ post }) => post.slug).filter(slug => slug !== ''))]),
      where.posts.in('title', [...new Set(undated.map(({ post }) => post.title))]),
    ),
  )
}

function groupBy<T>(all: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of all) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
