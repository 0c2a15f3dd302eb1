import { hasMoreCharacters, RestError } from '@platen/core'
import { renderComment, trimSpace } from '@platen/rendering'
import { fold } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import {
  APPROVED,
  type CommentRecord,
  type CommentStatus,
  commentsIn,
  HELD,
  type PostRecord,
  usersIn,
  whereComments,
} from '../../../kernel/records/index.js'
import { clientNetwork } from '../../../kernel/web/index.js'
import { tooManyRequests } from '../../../people/access/index.js'
import { type CheckedComment, commentCheck } from '../comment-hooks.js'
import { commentOptions } from '../comment-options.js'

/** The maximum lengths of a comment's texts in characters, and the codes of the errors for longer ones. */
const LONGEST = {
  authorName: [245, 'comment_author_column_length'],
  authorEmail: [100, 'comment_author_email_column_length'],
  authorUrl: [200, 'comment_author_url_column_length'],
  authorAgent: [1000, 'comment_author_agent_column_length'],
  content: [65_525, 'comment_content_column_length'],
} as const

/** A comment with this many links waits for a moderator. */
const MANY_LINKS = 2

/** Refuses texts that are too long. */
export function checkLengths(comment: Partial<Pick<CommentRecord, keyof typeof LONGEST>>): void {
  for (const [field, [length, code]] of Object.entries(LONGEST)) {
    const text = comment[field as keyof typeof LONGEST]
    if (text !== undefined && hasMoreCharacters(text, length))
      throw new RestError(code, `It cannot be longer than ${length} characters.`, 400)
  }
}

/**
 * Refuses a text that the same author has already posted in the same place, whatever its status; case and surrounding
 * space are ignored.
 */
async function refuseDuplicate({ store }: Tx, comment: CheckedComment): Promise<void> {
  const { and, eq, equalsText } = whereComments
  const { records } = await commentsIn(store).find({
    where: and(
      eq('post', comment.post),
      equalsText('authorEmail', comment.authorEmail),
      equalsText('authorName', comment.authorName),
      eq('parent', comment.parent),
      eq('type', comment.type),
      equalsText('content', comment.content),
    ),
    limit: 1,
  })
  if (records.some(({ content }) => fold(trimSpace(content)) === fold(trimSpace(comment.content))))
    throw new RestError('comment_duplicate', 'You have already posted this comment.', 409)
}

/** Refuses more comments from one network than the site accepts. */
async function refuseFlood({ site }: Tx, { authorIp }: CheckedComment): Promise<void> {
  const { flood } = site.get(commentOptions)
  const network = clientNetwork(authorIp)
  if (flood === false || network === undefined) return
  const rule = { burst: flood.comments, seconds: flood.seconds / flood.comments }
  const { retryAfter } = await site.services.rateLimit.take([{ key: `comment:${network}`, rule }])
  if (retryAfter > 0) throw tooManyRequests('comment_flood', 'You are commenting too fast.', retryAfter)
}

const links = /<a\s[^<>]*href/gi

function hasManyLinks({ content }: CheckedComment, url: string): boolean {
  let count = 0
  for (const _ of renderComment(content, { url }).matchAll(links)) if (++count === MANY_LINKS) return true
  return false
}

/** Whether links of an author need no moderator: those of moderators and of the author of the post, regardless of the sender. */
async function isTrusted(
  { site, store }: Tx,
  actor: Actor,
  { author }: CheckedComment,
  post: PostRecord,
): Promise<boolean> {
  if (author !== 0 && author === post.author) return true
  const writer =
    author === actor.id ? actor : site.principalOf(author === 0 ? undefined : await usersIn(store).get(author))
  return writer.can('moderate_comments')
}

/**
 * The status of a new comment that is not a note. Throws `comment_duplicate` (409), `comment_flood` (429), or the error of
 * a check for spam.
 */
export async function initialStatus(
  tx: Tx,
  actor: Actor,
  comment: CheckedComment,
  post: PostRecord,
): Promise<CommentStatus> {
  await refuseDuplicate(tx, comment)
  if (!actor.can('moderate_comments')) await refuseFlood(tx, comment)
  const isHeld = hasManyLinks(comment, tx.site.url) && !(await isTrusted(tx, actor, comment, post))
  const value = isHeld ? HELD : APPROVED
  const checked = tx.site.hooks.apply(commentCheck, { value, comment, post, actor })
  if (typeof checked !== 'string') throw checked
  return checked
}
