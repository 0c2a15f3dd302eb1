import { slugifyRequested } from '@platen/rendering'
import type { NewRecord } from '@platen/storage'
import {
  type Actor,
  defineOperation,
  type ParentLink,
  requireImport,
  type Tx,
  withoutLoops,
} from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import type { SiteTime } from '../../../kernel/time/index.js'
import { addMeta, type MetaValue } from '../../meta/index.js'
import { type PostType, postStatuses, postType, postTypes } from '../../types/index.js'
import { postSaved } from '../post-hooks.js'
import { parentOf } from '../post-parents.js'
import { setSticky } from '../post-references.js'
import { countedAmong, shiftTermCounts } from '../term-counts.js'
import { assignTerms } from './assign-terms.js'
import { createPostBatch } from './import-batch.js'
import type { PostInput } from './post-input.js'
import { timedStatus, writtenTexts } from './prepare-post.js'
import { defaultDiscussion, freeSlug } from './store-post.js'

type SharedInput = Pick<
  PostInput,
  | 'title'
  | 'content'
  | 'excerpt'
  | 'slug'
  | 'password'
  | 'commentStatus'
  | 'pingStatus'
  | 'menuOrder'
  | 'sticky'
  | 'terms'
>

/** The stored dates of a post, without offsets. A missing date derives from the others, or is now. */
type ImportedDates = Partial<Record<'date' | 'dateGmt' | 'modified' | 'modifiedGmt', string | undefined>>

/** A post of another site, which may have any type, status and dates, with meta values of any keys. */
export interface ImportedPost extends SharedInput, ImportedDates {
  /** Its id in the other site, which it keeps if no post has it; 0 for a new one. */
  readonly id: number
  readonly type: string
  readonly status: string
  readonly author: number
  /** The id of its parent, or an earlier post of the same call; `later` if `placePosts` sets it. */
  readonly parent: number | ImportedPost | 'later'
  /** Empty for a new one. */
  readonly guid: string
  readonly mimeType: string
  /** The number of its approved comments; if it is 0, lists with \`_embed\` and blocks do not look for comments. */
  readonly commentCount: number
  /** The status that it had before, if it is in the trash. */
  readonly trashedStatus?: string
  readonly meta: readonly MetaValue[]
}

/** The parent of an imported post, and the slug that it is to have below it. */
export interface PostPlacement extends ParentLink {
  readonly slug: string
}

/**
 * Adds posts of another site, with their terms and meta, and returns them in the same order. The rules for new posts
 * apply, but content that another site accepted is not refused: posts may be empty and have unregistered types,
 * statuses and taxonomies, and drafts may share slugs. Values that cannot be stored are dropped: `sticky` if the type
 * does not support it or the post has a password, and discussion statuses other than open and closed. The actor needs
 * the capability `import`.
 */
export const importPosts = defineOperation(
  async (tx, actor, posts: readonly ImportedPost[]): Promise<readonly PostRecord[]> => {
    requireImport(actor)
    const { site } = tx
    const options = await site.options()
    const { time } = options
    const now = time.utc(site.services.clock())
    const batch = await createPostBatch(tx, posts)
    const places = new Map<ImportedPost, number>()
    const types: PostType[] = []
    const discussions = new Map<PostType, ReturnType<typeof defaultDiscussion>>()
    const discussionOf = (type: PostType) => {
      const discussion = discussions.get(type) ?? defaultDiscussion(options, type)
      discussions.set(type, discussion)
      return discussion
    }
    const idOf = async (post: ImportedPost) => {
      const place = places.get(post)
      return place === undefined ? 0 : batch.idAt(place)
    }
    for (const [place, given] of posts.entries()) {
      const { parent } = given
      const type = site.get(postTypes).get(given.type) ?? unregistered(given.type)
      const id = await batch.freeId(given.id)
      const { title = '', content = '', excerpt = '' } = writtenTexts(site, type, actor, given, options)
      const { date, dateGmt, modified, modifiedGmt, status } = datedStatus(tx, given, time, now)
      const { commentStatus, pingStatus } = discussionOf(type)
      // Spreading partial records would cost more than everything else.
      const record: NewRecord<PostRecord> = {
        type: type.name,
        status,
        author: given.author,
        date,
        dateGmt,
        modified,
        modifiedGmt,
        slug: parent === 'later' ? '' : slugifyRequested(given.slug ?? ''),
        title,
        password: given.status === 'private' ? '' : (given.password ?? ''),
        parent: parent === 'later' ? 0 : typeof parent === 'number' ? parent : await idOf(parent),
        menuOrder: given.menuOrder ?? 0,
        commentStatus: discussionStatus(given.commentStatus) ?? commentStatus,
        pingStatus: discussionStatus(given.pingStatus) ?? pingStatus,
        guid: given.guid,
        mimeType: given.mimeType,
        commentCount: given.commentCount,
        trashedStatus: status === 'trash' ? (given.trashedStatus ?? '') : '',
        excerpt,
        content,
      }
      const identified = id === undefined ? record : { id, ...record }
      await batch.add({ type, record: identified, isPlacedLater: parent === 'later' })
      places.set(given, place)
      types.push(type)
    }
    await batch.flush()
    const imported = posts.map((given, place): Imported => {
      const [type, post] = [types[place], batch.stored[place]]
      if (type === undefined || post === undefined) throw new TypeError('A post was not stored.')
      return { given, type, post }
    })
    for (const { given, type, post } of imported) {
      if (given.sticky && type.sticky && post.password === '') await setSticky(tx, post.id, true)
    }
    await storeBelongings(tx, actor, imported)
    return imported.map(({ post }) => post)
  },
)

interface Imported {
  readonly given: ImportedPost
  readonly type: PostType
  readonly post: PostRecord
}

async function storeBelongings(tx: Tx, actor: Actor, imported: readonly Imported[]): Promise<void> {
  const posts = imported.map(({ post }) => post)
  const terms = imported.map(({ given, type, post }) => ({ post, type, terms: given.terms ?? {}, isStored: false }))
  const { assignments } = await assignTerms(tx, actor, terms)
  await shiftTermCounts(tx, [], countedAmong(tx.site, posts, assignments))
  const meta = imported.map(({ given: { meta: values }, post: { id: object, type: subtype } }) => ({
    kind: 'post',
    subtype,
    object,
    values,
  }))
  await addMeta(tx, actor, meta)
  for (const post of posts) tx.emit(postSaved, { post, before: undefined })
}

/**
 * Sets the parents of imported posts, and then their slugs below these parents. A post that would become its own
 * ancestor gets no parent. The actor needs the capability `import`.
 */
export const placePosts = defineOperation(async (tx, actor, placements: readonly PostPlacement[]): Promise<void> => {
  requireImport(actor)
  for (const { id, parent, slug } of await withoutLoops(placements, each => parentOf(tx.store, each))) {
    const before = await postsIn(tx.store).get(id)
    if (before === undefined) continue
    const free = await freeSlug(tx, { ...before, parent, slug: slugifyRequested(slug) })
    tx.emit(postSaved, { post: await postsIn(tx.store).update(id, { parent, slug: free }), before })
  }
})

/** The new content of an imported post. */
export interface RewrittenContent {
  readonly id: number
  readonly content: string
}

/**
 * Replaces the content of an imported post, if ids in it have changed. Its dates and revisions do not change. The actor
 * needs the capability `import`.
 */
export const rewriteContent = defineOperation(async (tx, actor, { id, content }: RewrittenContent): Promise<void> => {
  requireImport(actor)
  const before = await postsIn(tx.store).get(id)
  if (before === undefined) return
  tx.emit(postSaved, { post: await postsIn(tx.store).update(id, { content }), before })
})

const unregistered = (name: string): PostType => postType(name, { supports: ['comments', 'trackbacks'] }, '')

const discussionStatus = (status: string | undefined) => (status === 'open' || status === 'closed' ? status : undefined)

/** The dates and the status of a post; `now` is in UTC. */
function datedStatus({ site }: Tx, imported: ImportedPost, time: SiteTime, now: string) {
  const floats = site.get(postStatuses).get(imported.status)?.dateFloating === true
  const date = imported.date ?? (imported.dateGmt === undefined ? time.toLocal(now) : time.toLocal(imported.dateGmt))
  const dateGmt = imported.dateGmt ?? (floats ? null : time.toUtc(date))
  const modified = imported.modified ?? (imported.modifiedGmt === undefined ? date : time.toLocal(imported.modifiedGmt))
  const modifiedGmt =
    imported.modifiedGmt ?? (imported.modified === undefined && dateGmt !== null ? dateGmt : time.toUtc(modified))
  const isDue = dateGmt === null || dateGmt <= now
  return { date, dateGmt, modified, modifiedGmt, status: timedStatus(imported.status, isDue) }
}
