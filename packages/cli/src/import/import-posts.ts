import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import { type ImportedPost, importPosts, type PostPlacement, placePosts } from '@platen/site/import'
import { mediaMetaKeys, mediaSettings } from '@platen/site/media'
import type { WxrPost } from '../wxr/wxr-records.js'
import { BATCH } from './batches.js'
import { createContentReferences } from './content-references.js'
import { createIdFloor } from './id-floor.js'
import type { AuthorImport } from './import-authors.js'
import { countedComments, createCommentImport } from './import-comments.js'
import { TRASHED_STATUS_KEY } from './import-meta.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'
import { createPostMatching, type OutlinedPost, outlineOf } from './match-posts.js'
import { countLosses } from './post-losses.js'
import { plainMeta, type References, referringPost } from './references.js'
import type { Source, Target } from './source-ids.js'
import { createSpool } from './spool.js'
import { takenIds } from './taken-ids.js'
import { postsOf } from './tallies.js'

/** The post step of an import, for all types. */
export interface PostImport {
  /** Adds the posts of a batch that the store does not have yet, with their terms, meta and comments. */
  add(posts: readonly WxrPost[]): Promise<void>
  /** Adds the posts and comments that cannot keep their ids, after all others. */
  addMoved(): Promise<void>
  /** Resolves parents and references, which require all files. */
  finish(): Promise<void>
  /** Removes temporary files. */
  discard(): void
}

/** A post to add. `target` receives its id; `parent` is the record that it refers to, if that is known. */
interface Addition {
  readonly source: Source
  readonly target: Target
  readonly parent: Target | number | undefined
  readonly outlined: OutlinedPost
}

/** A post whose parent was not stored yet. */
interface Orphan extends Pick<PostPlacement, 'id' | 'slug'> {
  readonly source: Source
  readonly fileId: number
  readonly parent: Target | number | undefined
}

/** Creates the post step of an import. */
export function createPostImport(
  run: ImportRun,
  authors: AuthorImport,
  terms: TermImport,
  references: References,
): PostImport {
  const { tx, actor, tallies, sources } = run
  const posts = postsIn(tx.store)
  const matching = createPostMatching(run)
  const comments = createCommentImport(run, references)
  const contents = createContentReferences(run)
  const floor = createIdFloor(posts)
  const orphans: Orphan[] = []
  /** Posts whose ids are taken wait until the ids of all files are known: new ids lie above these. */
  const spool = createSpool<WxrPost>()
  const waiting: Omit<Addition, 'outlined'>[] = []

  async function inputOf(
    { parent, outlined: { post, type, date, dateGmt } }: Addition,
    inputs: ReadonlyMap<Target, ImportedPost>,
    id: number,
  ): Promise<ImportedPost> {
    const { attachmentUrl: url } = post
    const parentId = typeof parent === 'object' ? parent.id || inputs.get(parent) : parent
    return {
      id,
      type,
      status: post.status,
      title: post.title,
      content: post.content,
      excerpt: post.excerpt,
      slug: post.slug,
      guid: post.guid,
      date,
      dateGmt,
      modified: post.modified,
      modifiedGmt: post.modifiedGmt,
      menuOrder: post.menuOrder,
      commentStatus: post.commentStatus,
      pingStatus: post.pingStatus,
      password: post.password,
      sticky: post.sticky,
      parent: post.parent === 0 ? 0 : (parentId ?? 'later'),
      author: await authors.idOf(post.creator),
      mimeType: url === '' ? '' : mimeTypeOf(run, url),
      commentCount: countedComments(post.comments),
      trashedStatus: post.meta.find(({ key }) => key === TRASHED_STATUS_KEY)?.value ?? '',
      terms: await terms.idsOf(post.terms, post.line),
      meta: [
        ...plainMeta(run, referringPost(run, post)),
        ...(url === '' ? [] : [{ key: mediaMetaKeys.url, value: url }]),
      ],
    }
  }

  async function store(additions: readonly Addition[], idOf: (post: WxrPost) => Promise<number>): Promise<void> {
    const inputs = new Map<Target, ImportedPost>()
    for (const each of additions) {
      inputs.set(each.target, await inputOf(each, inputs, await idOf(each.outlined.post)))
    }
    const records = await importPosts(tx, actor, [...inputs.values()])
    for (const [index, { source, target, parent, outlined }] of additions.entries()) {
      const record = records[index]
      if (record === undefined) continue
      const { post } = outlined
      target.id = record.id
      if (source.get('post', post.id) === target) source.set('post', post.id, record.id)
      if (inputs.get(target)?.parent === 'later') {
        orphans.push({ id: record.id, slug: post.slug, source, fileId: post.parent, parent })
      }
      matching.claim(record.id)
      contents.collect(source, record)
      countLosses(run, outlined, record)
    }
    await comments.add(additions.flatMap(({ outlined: { post } }, index) => withComments(records[index], post, true)))
    await references.store()
  }

  async function addToExisting(existing: readonly (readonly [PostRecord, WxrPost])[]): Promise<void> {
    const commented = existing.flatMap(([record, post]) => withComments(record, post, false))
    const counts = await comments.add(commented)
    for (const [index, { post }] of commented.entries()) {
      const counted = counts[index] ?? 0
      const before = counted === 0 ? undefined : await posts.get(post.id)
      if (before !== undefined) await posts.update(post.id, { commentCount: before.commentCount + counted })
    }
  }

  return {
    async add(batch) {
      const outlined = batch.map(post => outlineOf(run, post))
      const candidates = await matching.load(outlined)
      const taken = await takenIds(
        batch.map(({ id }) => id),
        ids => posts.pick([], { where: wherePosts.in('id', ids) }),
      )
      const source = sources.current
      const additions: Addition[] = []
      const existing: [PostRecord, WxrPost][] = []
      for (const each of outlined) {
        const { post, type } = each
        floor.include(post.id)
        source.includeGuid(post.guid)
        const found = candidates.find(each)
        tallies.add(postsOf(type), found ? 'skipped' : 'created')
        if (found !== undefined) {
          source.set('post', post.id, found.id)
          existing.push([found, post])
          continue
        }
        const target: Target = { id: 0 }
        const parent = source.get('post', post.parent)
        source.set('post', post.id, target)
        references.collect(source, target, referringPost(run, post))
        if (taken.claim(post.id)) additions.push({ source, target, parent, outlined: each })
        else {
          waiting.push({ source, target, parent })
          await spool.add(post)
        }
      }
      await store(additions, async ({ id }) => id)
      await addToExisting(existing)
    },
    async addMoved() {
      const nextId = async () => (await floor.next()) ?? 0
      let part: Addition[] = []
      let index = 0
      let characters = 0
      for await (const post of spool.read()) {
        const place = waiting[index++]
        if (place === undefined) continue
        part.push({ ...place, outlined: outlineOf(run, post) })
        characters += post.content.length
        if (part.length < BATCH.records && characters < BATCH.characters) continue
        await store(part, nextId)
        part = []
        characters = 0
      }
      await store(part, nextId)
      tallies.lose('posts with new ids, because theirs were taken or missing', undefined, index)
      await comments.addMoved()
    },
    async finish() {
      await references.finish()
      const idOf = ({ source, fileId, parent }: Orphan) =>
        (typeof parent === 'object' ? parent.id : parent) || source.idOf('post', fileId)
      const unknown = new Map<Source, number[]>()
      for (const orphan of orphans) {
        if (idOf(orphan) !== undefined) continue
        const ids = unknown.get(orphan.source) ?? []
        unknown.set(orphan.source, ids)
        ids.push(orphan.fileId)
      }
      for (const [source, ids] of unknown) await source.load('post', ids)
      const placements = orphans.map((orphan): PostPlacement => {
        const parent = idOf(orphan)
        if (parent === undefined) tallies.lose('missing parents of posts', `${orphan.fileId} of post ${orphan.id}`)
        return { id: orphan.id, slug: orphan.slug, parent: parent ?? 0 }
      })
      await placePosts(tx, actor, placements)
      await contents.finish()
    },
    discard() {
      spool.discard()
      comments.discard()
    },
  }
}

const withComments = (record: PostRecord | undefined, { comments }: WxrPost, isNew: boolean) =>
  record === undefined || comments.length === 0 ? [] : [{ post: { id: record.id, date: record.date }, comments, isNew }]

/** The media type of a file by its URL's extension, because exports do not have it; empty for unknown extensions. */
function mimeTypeOf({ tx: { site } }: ImportRun, url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const types = new Map(Object.entries(site.get(mediaSettings).types))
  // Even if a site does not accept such images, they can be available at their old URLs.
  return types.get(extension)?.type ?? (extension === 'svg' ? 'image/svg+xml' : '')
}
