import {
  type ImportedPost,
  importPosts,
  mediaMetaKeys,
  mediaSettings,
  type PostPlacement,
  placePosts,
} from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import { createContentReferences } from './content-references.js'
import type { AuthorImport } from './import-authors.js'
import { countedComments, createCommentImport } from './import-comments.js'
import { TRASHED_STATUS_KEY } from './import-meta.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'
import { createPostMatching, type OutlinedPost, outlineOf } from './match-posts.js'
import { createReferences, plainMeta, type Target } from './references.js'
import { postsOf } from './tallies.js'

/** The post step of an import, for all types. */
export interface PostImport {
  /** Adds the posts of a batch that the store does not have yet, with their terms, meta and comments. */
  add(posts: readonly WxrPost[]): Promise<void>
  /** Resolves parents and references, which require the whole file. */
  finish(): Promise<void>
}

/** Creates the post step of an import. */
export function createPostImport(run: ImportRun, authors: AuthorImport, terms: TermImport): PostImport {
  const { tx, actor, tallies } = run
  const { posts } = tx.store
  const matching = createPostMatching(run)
  const comments = createCommentImport(run, authors)
  /** Posts by id in the file. If an id occurs twice, references after the second post refer to that post. */
  const targets = new Map<number, Target>()
  const references = createReferences(run, (kind, id) => (kind === 'term' ? terms.idOfFileId(id) : targets.get(id)))
  const contents = createContentReferences(run)
  /** Posts whose parents may follow later in the file; `parent` is an id in the file. */
  const pending: PostPlacement[] = []

  async function inputOf({ post, type, date, dateGmt }: OutlinedPost): Promise<ImportedPost> {
    const { attachmentUrl: url } = post
    return {
      id: post.id,
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
      parent: post.parent === 0 ? 0 : (targets.get(post.parent) ?? 'later'),
      author: await authors.idOf(post.creator),
      mimeType: url === '' ? '' : mimeTypeOf(run, url),
      commentCount: countedComments(post.comments),
      trashedStatus: post.meta.find(({ key }) => key === TRASHED_STATUS_KEY)?.value ?? '',
      terms: await terms.idsOf(post.terms, post.line),
      meta: [...plainMeta(run, post), ...(url === '' ? [] : [{ key: mediaMetaKeys.url, value: url }])],
    }
  }

  async function addNew(inputs: ReadonlyMap<WxrPost, ImportedPost>): Promise<void> {
    const records = await importPosts(tx, actor, [...inputs.values()])
    const ids = new Map([...inputs.values()].map((input, index) => [input, records[index]?.id ?? 0]))
    await references.store(input => ids.get(input) ?? 0)
    for (const [index, [post, input]] of [...inputs].entries()) {
      const record = records[index]
      if (record === undefined) continue
      matching.claim(record.id)
      contents.collect(record)
      if (targets.get(post.id) === input) targets.set(post.id, record.id)
      if (input.parent === 'later') pending.push({ id: record.id, parent: post.parent, slug: post.slug })
      await comments.add(record, post.comments, true)
    }
  }

  return {
    async add(batch) {
      const outlined = batch.map(post => outlineOf(run, post))
      const candidates = await matching.load(outlined)
      const inputs = new Map<WxrPost, ImportedPost>()
      for (const each of outlined) {
        const { post, type } = each
        const existing = candidates.find(each)
        tallies.add(postsOf(type), existing ? 'skipped' : 'created')
        const input = existing ? undefined : await inputOf(each)
        if (input !== undefined) {
          if (post.id > 0) targets.set(post.id, input)
          references.collect(input, post)
          inputs.set(post, input)
        } else if (existing !== undefined) {
          if (post.id > 0) targets.set(post.id, existing.id)
          const counted = await comments.add(existing, post.comments, false)
          if (counted > 0) await posts.update(existing.id, { commentCount: existing.commentCount + counted })
        }
      }
      await addNew(inputs)
    },
    async finish() {
      await references.store(() => 0, true)
      const idOf = (fileId: number) => {
        const target = targets.get(fileId)
        return typeof target === 'number' ? target : 0
      }
      await placePosts(
        tx,
        actor,
        pending.map(each => ({ ...each, parent: idOf(each.parent) })),
      )
      const postsMoved = [...targets.keys()].some(fileId => idOf(fileId) !== fileId)
      await contents.finish((kind, id) => (kind === 'term' ? terms.idOfFileId(id) : idOf(id) || undefined), postsMoved)
    },
  }
}

/** The media type of a file by its URL's extension, because exports do not have it; empty for unknown extensions. */
function mimeTypeOf({ tx: { site } }: ImportRun, url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const types = new Map(Object.entries(site.get(mediaSettings).types))
  // Even if a site does not accept such images, they can be available at their old URLs.
  return types.get(extension)?.type ?? (extension === 'svg' ? 'image/svg+xml' : '')
}
