import { groupBy } from '@platen/core'
import { type CommentRecord, commentsIn, type PostRecord, whereComments } from '@platen/site'
import { type ImportedComment, importComment, isCountedComment, storedComment } from '@platen/site/import'
import type { Order } from '@platen/storage'
import type { WxrComment } from '../wxr/wxr-records.js'
import { createIdFloor } from './id-floor.js'
import type { ImportRun } from './import-run.js'
import { parentsFirst } from './parents-first.js'
import { plainMeta, type References, type Referring } from './references.js'
import type { Source } from './source-ids.js'
import { createSpool } from './spool.js'
import { type TakenIds, takenIds } from './taken-ids.js'

/** The comments of a post in a file. */
export interface CommentsOfPost {
  readonly post: Pick<PostRecord, 'id' | 'date'>
  readonly comments: readonly WxrComment[]
  /** Whether the post has no comments yet. */
  readonly isNew: boolean
}

/** The comment step of an import. */
export interface CommentImport {
  /**
   * Adds the comments that posts do not have yet; resolves with how many of them the comment count of each post
   * includes.
   */
  add(commented: readonly CommentsOfPost[]): Promise<readonly number[]>
  /** Adds the comments whose ids are taken, after all others. */
  addMoved(): Promise<void>
  /** Removes temporary files. */
  discard(): void
}

/** Statuses by their values in exports; other values are statuses already. */
const STATUSES = new Map([
  ['1', 'approved'],
  ['0', 'hold'],
  ['', 'hold'],
])

const statusOf = ({ approved }: WxrComment) => STATUSES.get(approved) ?? approved

/** The number of comments that the comment count of their post includes: the public ones. */
export function countedComments(comments: readonly WxrComment[]): number {
  return comments.filter(comment => isCountedComment({ status: statusOf(comment), type: comment.type })).length
}

/** New comments of a post, parents first, with the ids of those that it has already. */
interface NewComments {
  readonly post: CommentsOfPost['post']
  readonly known: readonly (readonly [fileId: number, id: number])[]
  readonly inputs: readonly (readonly [comment: WxrComment, author: number])[]
}

/** Creates the comment step of an import. */
export function createCommentImport(run: ImportRun, references: References): CommentImport {
  const { tx, actor, time, tallies, sources } = run
  const stored = commentsIn(tx.store)
  const floor = createIdFloor(stored)
  /** Comments of posts with one whose id is taken wait for the ids of all files. */
  const spool = createSpool<NewComments>()
  const sourcesOfWaiting: Source[] = []

  function inputOf(comment: WxrComment, author: number, post: CommentsOfPost['post'], parent: number): ImportedComment {
    const local = comment.dateGmt === undefined ? undefined : time.toLocal(comment.dateGmt)
    const date = comment.date ?? local ?? post.date
    return {
      post: post.id,
      parent,
      author,
      authorName: comment.authorName,
      authorEmail: comment.authorEmail,
      authorUrl: comment.authorUrl,
      authorIp: comment.authorIp,
      authorAgent: '',
      date,
      dateGmt: comment.dateGmt ?? time.toUtc(date),
      content: comment.content,
      status: statusOf(comment),
      type: comment.type,
      meta: plainMeta(run, referringComment(comment)),
    }
  }

  async function insert(
    { post, known, inputs }: NewComments,
    source: Source,
    idOf: (comment: WxrComment) => Promise<number>,
  ) {
    const ids = new Map(known)
    for (const [fileId, id] of known) note(source, fileId, id)
    for (const [comment, author] of inputs) {
      const parent = ids.get(comment.parent)
      const named = `comment ${comment.id} of post ${post.id}`
      if (parent === undefined && comment.parent !== 0) tallies.lose('missing parents of comments', named)
      if (comment.date === undefined && comment.dateGmt === undefined) {
        tallies.lose('comments without a valid date, which have that of the post', named)
      }
      if (author === 0 && comment.author !== 0) tallies.lose('accounts of comments that the file lacks', named)
      const input = inputOf(comment, author, post, parent ?? 0)
      const { id, content } = await importComment(tx, actor, { ...input, id: await idOf(comment) })
      if (content === '' && comment.content.trim() !== '') tallies.lose('comments without text', named)
      ids.set(comment.id, id)
      note(source, comment.id, id)
      references.collect(source, { id }, referringComment(comment))
    }
  }

  /** Separates the comments that a post has already from new ones. */
  async function newOnes({ post, comments, isNew }: CommentsOfPost): Promise<NewComments> {
    const found = isNew
      ? []
      : (await stored.find({ where: whereComments.eq('post', post.id), order: newestFirst })).records
    const existing = new Map(Array.from(groupBy(found, keyOf), ([key, alike]) => [key, [...alike]]))
    const known: [number, number][] = []
    const inputs: [WxrComment, number][] = []
    for (const comment of parentsFirst(comments)) {
      floor.include(comment.id)
      const author = sources.current.idOf('user', comment.author) ?? 0
      const input = storedComment(tx, actor, inputOf(comment, author, post, 0))
      const id = existing.get(keyOf(input))?.pop()?.id
      tallies.add('comments', id === undefined ? 'created' : 'skipped')
      if (id === undefined) inputs.push([comment, author])
      else known.push([comment.id, id])
    }
    return { post, known, inputs }
  }

  const storedIds = (ids: readonly number[]) => stored.pick([], { where: whereComments.in('id', ids) })
  const canKeepAll = (inputs: NewComments['inputs'], taken: TakenIds) =>
    inputs.map(([{ id }]) => taken.claim(id)).every(isFree => isFree)

  return {
    async add(commented) {
      if (commented.length === 0) return []
      const all = commented.flatMap(({ comments }) => comments)
      await sources.current.load(
        'user',
        all.map(({ author }) => author),
      )
      const taken = await takenIds(
        all.map(({ id }) => id),
        storedIds,
      )
      const counts: number[] = []
      for (const each of commented) {
        const added = await newOnes(each)
        if (canKeepAll(added.inputs, taken)) await insert(added, sources.current, async ({ id }) => id)
        else {
          sourcesOfWaiting.push(sources.current)
          await spool.add(added)
        }
        counts.push(countedComments(added.inputs.map(([comment]) => comment)))
      }
      return counts
    },
    async addMoved() {
      let index = 0
      for await (const waiting of spool.read()) {
        const source = sourcesOfWaiting[index++] ?? sources.current
        const ids = waiting.inputs.map(([{ id }]) => id)
        const taken = await takenIds(ids, storedIds)
        await insert(waiting, source, async ({ id }) => {
          if (taken.claim(id)) return id
          tallies.lose('comments with new ids, because theirs were taken or missing', `comment ${id}`)
          return (await floor.next()) ?? 0
        })
      }
    },
    discard: () => spool.discard(),
  }
}

/** Remembers the new id of a comment; there are too many comments to remember all. */
function note(source: Source, fileId: number, id: number): void {
  if (id !== fileId) source.set('comment', fileId, id)
}

const referringComment = ({ id, meta }: WxrComment): Referring => ({ kind: 'comment', subtype: '', id, meta })

const newestFirst: readonly Order<CommentRecord>[] = [{ by: 'field', field: 'id', direction: 'desc' }]

type Identity = Pick<CommentRecord, 'date' | 'authorName' | 'authorEmail' | 'content'>

/** Identifies a comment. Only the words of its text count: what is stored of its HTML differs between versions. */
const keyOf = ({ date, authorName, authorEmail, content }: Identity) =>
  JSON.stringify([date, authorName, authorEmail, content.replace(/<[^<>]*>|\s+/g, '')])
