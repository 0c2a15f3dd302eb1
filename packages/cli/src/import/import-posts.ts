import { isUnpublished, mediaMetaKeys, type PostRecord, setSticky, slugify, uniqueSlug, where } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import type { AuthorImport } from './import-authors.js'
import { countedComments, createCommentImport } from './import-comments.js'
import { metaRecords } from './import-meta.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'
import { createParentResolution, type ParentLink } from './parent-resolution.js'
import { type PostOutline, postOutline } from './post-record.js'
import { createPostTerms } from './post-terms.js'
import { createPostRecognition } from './recognise-posts.js'
import { createReferences, splitMeta } from './references.js'

const LARGEST_ID = 2 ** 31 - 1

/** The posts of all types. */
export interface PostImport {
  /** Adds those of some posts of the file that the store does not have, with all that belongs to them. */
  add(posts: readonly WxrPost[]): Promise<void>
  /** Settles what takes the whole file: parents, references, sticky posts and counts. */
  finish(): Promise<void>
}

/** Starts the posts of one import. */
export function createPostImport(run: ImportRun, authors: AuthorImport, terms: TermImport): PostImport {
  const { contents, tallies } = run
  const { posts, meta } = contents
  const recognition = createPostRecognition(run)
  const comments = createCommentImport(run, authors)
  const postTerms = createPostTerms(run, terms)
  /** Ids by those of the file. A file may hold an id twice: then what follows means the latter. */
  const ids = new Map<number, number>()
  const references = createReferences((target, id) => (target === 'term' ? terms.idOfFileId(id) : ids.get(id)))
  const parents = createParentResolution<number>(async id => (await posts.get(id))?.parent ?? 0)
  /** The slugs that posts wish for who wait for their parents: which are taken depends on where they belong. */
  const unsettled = new Map<number, string>()
  const sticky: number[] = []

  async function create(post: WxrPost, outline: PostOutline, id: number | undefined): Promise<PostRecord> {
    const { dated: _, ...fields } = outline
    const parent = post.parent === 0 ? 0 : ids.get(post.parent)
    const wish = post.slug || (isUnpublished(post.status) ? '' : slugify(post.title) || String(id ?? ''))
    const record = await posts.insert({
      ...fields,
      ...(id === undefined ? {} : { id }),
      author: await authors.idOf(post.creator),
      parent: parent ?? 0,
      slug: parent === undefined ? '' : await freeSlug(wish, { ...fields, id: 0, parent }),
      commentCount: countedComments(post.comments),
    })
    if (parent === undefined) {
      unsettled.set(record.id, wish)
      parents.await(record.id, post.parent)
    }
    return fields.guid === '' ? posts.update(record.id, { guid: `${run.site.url}/?p=${record.id}` }) : record
  }

  async function addMeta(record: PostRecord, post: WxrPost): Promise<void> {
    const { plain, references: pointing } = splitMeta(run, post)
    const url = post.attachmentUrl === '' ? [] : [{ key: mediaMetaKeys.url, value: post.attachmentUrl }]
    await meta.insertMany([
      ...metaRecords(run, 'post', record.type, record.id, [...plain, ...url]),
      ...references.records(record.id, pointing),
    ])
  }

  async function addPost(post: WxrPost, outline: PostOutline, known: PostRecord | undefined, id: number | undefined) {
    const record = known ?? (await create(post, outline, id))
    recognition.claim(record.id)
    if (post.id > 0) ids.set(post.id, record.id)
    tallies.add(`posts of type ${record.type}`, known ? 'skipped' : 'created')
    if (!known) {
      await postTerms.assign(record, post.terms)
      await addMeta(record, post)
      if (post.sticky) sticky.push(record.id)
    }
    const counted = await comments.add(record, post.comments, known === undefined)
    if (known && counted > 0) await posts.update(record.id, { commentCount: known.commentCount + counted })
    return record.id
  }

  return {
    async add(batch) {
      const outlined = batch.map(post => ({ post, outline: postOutline(run, post) }))
      const candidates = await recognition.load(outlined)
      const wanted = batch.map(({ id }) => id).filter(id => id > 0 && id <= LARGEST_ID)
      const taken = new Set((await posts.find({ where: where.posts.in('id', wanted) })).records.map(({ id }) => id))
      const wantedIds = new Set(wanted)
      for (const { post, outline } of outlined) {
        // Content names posts by their ids: a post keeps its own where that is free.
        const id = wantedIds.has(post.id) && !taken.has(post.id) ? post.id : undefined
        taken.add(await addPost(post, outline, candidates.find({ post, outline }), id))
      }
    },
    async finish() {
      await meta.insertMany(references.waiting())
      for (const link of await parents.resolve(fileId => ids.get(fileId))) await settle(link)
      for (const id of sticky) await setSticky(contents, id, true)
      await postTerms.recount()
    },
  }

  async function settle({ child, parent }: ParentLink): Promise<void> {
    const post = await posts.get(child)
    if (!post) return
    const slug = await freeSlug(unsettled.get(child) ?? '', { ...post, parent })
    unsettled.delete(child)
    await posts.update(child, { parent, slug })
  }

  async function freeSlug(
    wish: string,
    { id, type, parent, status }: Pick<PostRecord, 'id' | 'type' | 'parent' | 'status'>,
  ): Promise<string> {
    if (wish === '' || isUnpublished(status)) return wish
    return uniqueSlug(run.site, contents, { id, type, parent, slug: wish })
  }
}
