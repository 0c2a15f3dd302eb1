import { sanitizeTextField, textOf } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { APPROVED, type CommentRecord, HELD, NOTE, type PostRecord, usersIn } from '../../../kernel/records/index.js'
import { noMailer } from '../../../kernel/services/index.js'

/**
 * Returns the function that sends the notice about a new comment: to the author of the post if it is approved, to the
 * site's administrator if it is held. `undefined` if nobody gets one. Failures are logged.
 */
export function noticeOf(
  site: SiteContext,
  comment: CommentRecord,
  post: PostRecord,
): (() => Promise<void>) | undefined {
  const { mailer, logger } = site.services
  if (mailer === noMailer || comment.type === NOTE) return undefined
  if (comment.status !== APPROVED && comment.status !== HELD) return undefined
  return async () => {
    try {
      const to = await recipientOf(site, comment, post)
      if (to === '' || to === comment.authorEmail) return
      const options = await site.options()
      const title = sanitizeTextField(textOf(post.title))
      const about = comment.status === HELD ? `A comment on "${title}" awaits moderation` : `A comment on "${title}"`
      const subject = `[${sanitizeTextField(textOf(options.text('title')))}] ${about}`
      await mailer.send({ to, subject, text: textOfNotice(site, comment) })
    } catch (error) {
      logger.error({ err: error, comment: comment.id }, 'the notice of a comment could not be sent')
    }
  }
}

async function recipientOf(site: SiteContext, comment: CommentRecord, post: PostRecord): Promise<string> {
  if (comment.status === HELD) return (await site.options()).text('email')
  if (post.author === 0 || post.author === comment.author) return ''
  return (await usersIn(site.store).get(post.author))?.email ?? ''
}

const textOfNotice = (site: SiteContext, { authorName, authorEmail, content, id }: CommentRecord): string =>
  [
    `${textOf(authorName)} (${authorEmail}) wrote:`,
    '',
    textOf(content),
    '',
    `${site.apiUrl}/${site.namespace}/comments/${id}`,
  ].join('\n')
