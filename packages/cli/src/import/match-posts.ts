import { type Condition, type PostRecord, where } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import type { PostOutline } from './post-record.js'

/** A post of the file with the outline of its record. */
export interface OutlinedPost {
  readonly post: WxrPost
  readonly outline: PostOutline
}

/** Finds the posts of the file that the store already has. */
export interface PostMatching {
  /** Loads the candidates for the posts of a batch. */
  load(batch: readonly OutlinedPost[]): Promise<PostCandidates>
  /** Excludes a record from further matches. */
  claim(id: number): void
}

/** Stored posts that may be those of a batch. */
export interface PostCandidates {
  /** The stored post of a post in the file, if any. */
  find(post: OutlinedPost): PostRecord | undefined
}

/**
 * Creates the matching of an import: by guid, type and date; by slug when the date was changed, by title when there is no
 * guid. Several posts may be equal in all of that: each record matches one, in the order of ids.
 */
export function createPostMatching(run: ImportRun): PostMatching {
  const { posts } = run.tx
  const claimed = new Set<number>()
  return {
    claim: id => void claimed.add(id),
    async load(batch) {
      const guids = batch.map(({ post }) => post.guid).filter(guid => guid !== '')
      const byGuid = await posts.find({ where: where.posts.in('guid', [...new Set(guids)]) })
      const others = await posts.find({ where: withoutGuid(batch.filter(({ post }) => post.guid === '')) })
      const candidates = groupBy(byGuid.records, record => record.guid)
      const byTitle = groupBy(others.records, record => record.title)
      return {
        find({ post, outline }) {
          const pool = (post.guid === '' ? byTitle.get(post.title) : candidates.get(post.guid)) ?? []
          const free = pool.filter(({ id, type }) => type === outline.type && !claimed.has(id))
          return (
            free.find(record => outline.dated && record.date === outline.date) ??
            free.find(record => post.slug !== '' && record.slug === post.slug) ??
            (outline.dated ? undefined : free[0])
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
