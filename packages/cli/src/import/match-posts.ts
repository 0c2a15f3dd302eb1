import { groupBy } from '@platen/core'
import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import type { Condition } from '@platen/storage'
import type { WxrPost } from '../wxr/wxr-records.js'
import { type ImportRun, localName } from './import-run.js'

/** A post of the file with its type and dates in the site; dates are `undefined` if the file has none. */
export interface OutlinedPost {
  readonly post: WxrPost
  readonly type: string
  readonly date: string | undefined
  readonly dateGmt: string | undefined
}

/** Resolves the type and the dates of a post. */
export function outlineOf(run: ImportRun, post: WxrPost): OutlinedPost {
  const dateGmt = post.dateGmt ?? (post.date === undefined ? post.published : undefined)
  const date = post.date ?? (dateGmt === undefined ? undefined : run.time.toLocal(dateGmt))
  return { post, type: localName(run, post.type), date, dateGmt }
}

/** Finds the posts of the file that the store already has. */
export interface PostMatching {
  /** Loads the candidates for the posts of a batch. */
  load(batch: readonly OutlinedPost[]): Promise<PostCandidates>
  /** Excludes a new record from matches. */
  claim(id: number): void
}

/** Stored posts that may match the posts of a batch. */
export interface PostCandidates {
  /** Finds the stored post that matches a post of the file, if any. It then matches no other post. */
  find(post: OutlinedPost): PostRecord | undefined
}

/**
 * Creates the matching of an import: by guid, type and date; by slug if the date has changed, and by title if there is
 * no guid. Several posts may be equal in all of these: each record then matches one of them, in the order of ids.
 */
export function createPostMatching(run: ImportRun): PostMatching {
  const claimed = new Set<number>()
  return {
    claim: id => void claimed.add(id),
    async load(batch) {
      const guids = batch.flatMap(({ post: { guid } }) =>
        guid === '' ? [] : [guid, plainGuid(guid), escapedGuid(guid)],
      )
      const byGuid = await postsIn(run.tx.store).find({ where: wherePosts.in('guid', [...new Set(guids)]) })
      const others = await postsIn(run.tx.store).find({
        where: withoutGuid(batch.filter(({ post }) => post.guid === '')),
      })
      const candidates = groupBy(byGuid.records, record => plainGuid(record.guid))
      const byTitle = groupBy(others.records, record => record.title)
      return {
        find({ post, type, date }) {
          const pool = (post.guid === '' ? byTitle.get(post.title.trim()) : candidates.get(plainGuid(post.guid))) ?? []
          const free = pool.filter(each => each.type === type && !claimed.has(each.id))
          const found =
            free.find(record => date !== undefined && record.date === date) ??
            free.find(record => post.slug !== '' && record.slug === post.slug) ??
            (date === undefined ? free[0] : undefined)
          if (found !== undefined) claimed.add(found.id)
          return found
        },
      }
    },
  }
}

/** A guid without the escapes that some servers add when a post is updated. */
const plainGuid = (guid: string): string => guid.replaceAll('&#038;', '&')

const escapedGuid = (guid: string): string => plainGuid(guid).replaceAll('&', '&#038;')

function withoutGuid(posts: readonly OutlinedPost[]): Condition<PostRecord> {
  const given = (values: readonly (string | undefined)[]) => [...new Set(values.filter(value => value !== undefined))]
  return wherePosts.and(
    wherePosts.in('type', given(posts.map(({ type }) => type))),
    wherePosts.or(
      wherePosts.in('date', given(posts.map(({ date }) => date))),
      wherePosts.in('slug', given(posts.map(({ post }) => post.slug || undefined))),
      wherePosts.in(
        'title',
        given(posts.map(({ post, date }) => (date === undefined ? post.title.trim() : undefined))),
      ),
    ),
  )
}
