import { type CommentRecord, type PostRecord, where } from '@platen/site'
import type { WxrComment } from '../wxr/wxr-records.js'
import type { AuthorImport } from './import-authors.js'
import { metaRecords } from './import-meta.js'
import type { ImportRun } from './import-run.js'

/** The comments of posts. */
export interface CommentImport {
  /** Adds those comments of a post of the file that its record does not have, and says how many count among them. */
  add(post: Pick<PostRecord, 'id' | 'date'>, comments: readonly WxrComment[], postIsNew: boolean): Promise<number>
}

/** The statuses of comments by the words of exports; other words are statuses already. */
const STATUSES = new Map([
  ['1', 'approved'],
  ['0', 'hold'],
  ['', 'hold'],
])

const statusOf = ({ approved }: WxrComment) => STATUSES.get(approved) ?? approved

/** How many of these comments count for their post: those that everybody sees. */
export function countedComments(comments: readonly WxrComment[]): number {
  return comments.filter(comment => statusOf(comment) === 'approved' && comment.type !== 'note').length
}

/** Starts the comments of one import. */
export function createCommentImport(run: ImportRun, authors: AuthorImport): CommentImport {
  const { contents, options, tallies } = run

  function fieldsOf(comment: WxrComment, post: Pick<PostRecord, 'id' | 'date'>, parent: number) {
    const local = comment.dateGmt === undefined ? undefined : options.time.toLocal(comment.dateGmt)
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
      dateGmt: comment.dateGmt ?? options.time.toUtc(date),
      content: comment.content,
      status: statusOf(comment),
      type: comment.type,
    }
  }

  return {
    async add(post, comments, postIsNew) {
      if (comments.length === 0) return 0
      const stored = postIsNew
        ? []
        : (await contents.comments.find({ where: where.comments.eq('post', post.id) })).records
      const known = groupedIds(stored)
      const ids = new Map<number, number>()
      const added: WxrComment[] = []
      for (const comment of parentsFirst(comments)) {
        const fields = fieldsOf(comment, post, ids.get(comment.parent) ?? 0)
        let id = known.get(keyOf(fields))?.pop()
        tallies.add('comments', id === undefined ? 'created' : 'skipped')
        if (id === undefined) {
          added.push(comment)
          id = (await contents.comments.insert(fields)).id
          await contents.meta.insertMany(metaRecords(run, 'comment', '', id, comment.meta))
        }
        ids.set(comment.id, id)
      }
      return countedComments(added)
    },
  }
}

type Recognised = Pick<CommentRecord, 'date' | 'authorName' | 'authorEmail' | 'content'>

const keyOf = ({ date, authorName, authorEmail, content }: Recognised) =>
  JSON.stringify([date, authorName, authorEmail, content])

/** Ids of comments by what they are recognised by, the lowest last: comments may be alike, each stands for one. */
function groupedIds(comments: readonly CommentRecord[]): Map<string, number[]> {
  const ids = new Map<string, number[]>()
  for (const comment of [...comments].sort((a, b) => b.id - a.id)) {
    const key = keyOf(comment)
    const alike = ids.get(key)
    if (alike === undefined) ids.set(key, [comment.id])
    else alike.push(comment.id)
  }
  return ids
}

/** Parents before their replies, else in the order of the file. Parents that are not there, or loops, do not hold anybody up. */
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
