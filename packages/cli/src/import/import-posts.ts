import { isUnpublished, mediaMetaKeys, type PostRecord, setSticky, slugify, uniqueSlug, where } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import type { AuthorImport } from './import-authors.js'
import { countedComments, createCommentImport } from './import-comments.js'
import { metaRecords } from './import-meta.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'
import { createPostMatching } from './match-posts.js'
import { createParentResolution, type ParentLink } from './parent-resolution.js'
import { type PostOutline, postOutline } from './post-record.js'
import { createPostTerms } from './post-terms.js'
import { createReferences, splitMeta } from './references.js'

const LARGEST_ID = 2 ** 31 - 1

/** The posts of all types. */
export interface PostImport {
  /** Adds the posts of a batch that the store lacks, with their terms, meta and comments. */
  add(posts: readonly WxrPost[]): Promise<void>
  /** Resolves what needs the whole file: parents, references, sticky posts and counts. */
  finish(): Promise<void>
}

/** Creates the post step of an import. */
export function createPostImport(run: ImportRun, authors: AuthorImport, terms: TermImport): PostImport {
  const { tx, tallies } = run
  const { posts, meta } = tx
  const matching = createPostMatching(run)
  const comments = createCommentImport(run, authors)
  const postTerms = createPostTerms(run, terms)
  /** Ids by those in the file. When a file has an id twice, references after the second post mean that one. */
  const ids = new Map<number, number>()
  const references = createReferences((target, id) => (target === 'term' ? terms.idOfFileId(id) : ids.get(id)))
  const parents = createParentResolution<number>(async id => (await posts.get(id))?.parent ?? 0)
  /** The requested slugs of posts whose parents are pending: which slugs are free depends on the parent. */
  const pendingSlugs = new Map<number, string>()
  const sticky: number[] = []

  async function create(post: WxrPost, outline: PostOutline, id: number | undefined): Promise<PostRecord> {
    const { dated: _, ...fields } = outline
    const parent = post.parent === 0 ? 0 : ids.get(post.parent)
    const requested = post.slug || (isUnpublished(post.status) ? '' : slugify(post.title) || String(id ?? ''))
    const record = await posts.insert({
      ...fields,
      ...(id === undefined ? {} : { id }),
      author: await authors.idOf(post.creator),
      parent: parent ?? 0,
      slug: parent === undefined ? '' : await freeSlug(requested, { ...fields, id: 0, parent }),
      commentCount: countedComments(post.comments),
    })
    if (parent === undefined) {
      pendingSlugs.set(record.id, requested)
      parents.await(record.id, post.parent)
    }
    return fields.guid === '' ? posts.update(record.id, { guid: `${run.site.url}/?p=${record.id}` }) : record
  }

  async function addMeta(record: PostRecord, post: WxrPost): Promise<void> {
    const { plain, references: referring } = splitMeta(run, post)
    const url = post.attachmentUrl === '' ? [] : [{ key: mediaMetaKeys.url, value: post.attachmentUrl }]
    await meta.insertMany([
      ...metaRecords(run, 'post', record.type, record.id, [...plain, ...url]),
      ...references.records(record.id, referring),
    ])
  }

  async function addPost(
    post: WxrPost,
    outline: PostOutline,
    existing: PostRecord | undefined,
    id: number | undefined,
  ) {
    const record = existing ?? (await create(post, outline, id))
    matching.claim(record.id)
    if (post.id > 0) ids.set(post.id, record.id)
    tallies.add(`posts of type ${record.type}`, existing ? 'skipped' : 'created')
    if (!existing) {
      await postTerms.assign(record, post.terms)
      await addMeta(record, post)
      if (post.sticky) sticky.push(record.id)
    }
    const counted = await comments.add(record, post.comments, existing === undefined)
    if (existing && counted > 0) {
      await posts.update(record.id, { commentCount: existing.commentCount + counted })
    }
    return record.id
  }

  return {
    async add(batch) {
      const outlined = batch.map(post => ({ post, outline: postOutline(run, post) }))
      const candidates = await matching.load(outlined)
      const requestedIds = batch.map(({ id }) => id).filter(id => id > 0 && id <= LARGEST_ID)
      const taken = new Set(
        (await posts.find({ where: where.posts.in('id', requestedIds) })).records.map(({ id }) => id),
      )
      const importable = new Set(requestedIds)
      for (const { post, outline } of outlined) {
        // Content refers to posts by id, so a post keeps its own if it is free.
        const id = importable.has(post.id) && !taken.has(post.id) ? post.id : undefined
        taken.add(await addPost(post, outline, candidates.find({ post, outline }), id))
      }
    },
    async finish() {
      await meta.insertMany(references.pending())
      for (const link of await parents.resolve(fileId => ids.get(fileId))) await setParent(link)
      for (const id of sticky) await setSticky(tx, id, true)
      await postTerms.recount()
    },
  }

  async function setParent({ child, parent }: ParentLink): Promise<void> {
    const post = await posts.get(child)
    if (!post) return
    const slug = await freeSlug(pendingSlugs.get(child) ?? '', { ...post, parent })
    pendingSlugs.delete(child)
    await posts.update(child, { parent, slug })
  }

  async function freeSlug(
    requested: string,
    { id, type, parent, status }: Pick<PostRecord, 'id' | 'type' | 'parent' | 'status'>,
  ): Promise<string> {
    if (requested === '' || isUnpublished(status)) return requested
    return uniqueSlug(run.site, tx, { id, type, parent, slug: requested })
  }
}
