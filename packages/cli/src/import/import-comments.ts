import { groupBy } from '@platen/core'
import {
  type CommentRecord,
  type ImportedComment,
  importComment,
  isCountedComment,
  type Order,
  type PostRecord,
  storedComment,
  where,
} from '@platen/site'
import type { WxrComment } from '../wxr/wxr-records.js'
import type { AuthorImport } from './import-authors.js'
import { metaValues } from './import-meta.js'
import type { ImportRun } from './import-run.js'

/** The comment step of an import. */
export interface CommentImport {
  /** Adds the comments that a post does not have yet; resolves with how many of them its comment count includes. */
  add(post: Pick<PostRecord, 'id' | 'date'>, comments: readonly WxrComment[], postIsNew: boolean): Promise<number>
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

/** Creates the comment step of an import. */
export function createCommentImport(run: ImportRun, authors: AuthorImport): CommentImport {
  const { tx, actor, time, tallies } = run
  const { comments: stored } = tx.store

  function inputOf(comment: WxrComment, post: Pick<PostRecord, 'id' | 'date'>, parent: number): ImportedComment {
    const local = comment.dateGmt === undefined ? undefined : time.toLocal(comment.dateGmt)
    const date = comment.date ?? local ?? post.date
    return {
      post: post.id,
      parent,
      author: authors.idOfFileId(comment.author),
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
      meta: metaValues(comment.meta),
    }
  }

  return {
    async add(post, comments, postIsNew) {
      if (comments.length === 0) return 0
      const found = postIsNew
        ? []
        : (await stored.find({ where: where.comments.eq('post', post.id), order: newestFirst })).records
      const existing = new Map(Array.from(groupBy(found, keyOf), ([key, alike]) => [key, [...alike]]))
      const ids = new Map<number, number>()
      const added: WxrComment[] = []
      for (const comment of parentsFirst(comments)) {
        const input = inputOf(comment, post, ids.get(comment.parent) ?? 0)
        let id = existing.get(keyOf(storedComment(actor, input)))?.pop()?.id
        tallies.add('comments', id === undefined ? 'created' : 'skipped')
        if (id === undefined) {
          added.push(comment)
          id = (await importComment(tx, actor, input)).id
        }
        ids.set(comment.id, id)
      }
      return countedComments(added)
    },
  }
}

const newestFirst: readonly Order<CommentRecord>[] = [{ by: 'field', field: 'id', direction: 'desc' }]

type Identity = Pick<CommentRecord, 'date' | 'authorName' | 'authorEmail' | 'content'>

const keyOf = ({ date, authorName, authorEmail, content }: Identity) =>
  JSON.stringify([date, authorName, authorEmail, content])

/** Sorts parents before their replies, otherwise in file order. Missing parents and cycles are ignored. */
function parentsFirst(comments: readonly WxrComment[]): readonly WxrComment[] {
  const ordered = new Set<WxrComment>()
  const done = new Set<number>()
  const ids = new Set(comments.map(({ id }) => id))
  const waiting = new Map<number, WxrComment[]>()
  for (const comment of comments) {
    const replies = waiting.get(comment.parent)
    if (comment.parent === 0 || done.has(comment.parent) || !ids.has(comment.parent)) {
      const next = [comment]
      for (let reply = next.pop(); reply !== undefined; reply = next.pop()) {
        ordered.add(reply)
        done.add(reply.id)
        for (const other of waiting.get(reply.id)?.reverse() ?? []) next.push(other)
        waiting.delete(reply.id)
      }
    } else if (replies === undefined) waiting.set(comment.parent, [comment])
    else replies.push(comment)
  }
  return [...ordered, ...comments.filter(comment => !ordered.has(comment))]
}
