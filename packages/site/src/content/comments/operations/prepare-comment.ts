import { RestError, type Schema } from '@platen/core'
import {
  filterHtml,
  markUserLinks,
  normalizeEntities,
  sanitizeName,
  sanitizeTextField,
  trimSpace,
} from '@platen/rendering'
import type { RecordChanges } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import { type CommentRecord, commentMetaKeys, NOTE, usersIn } from '../../../kernel/records/index.js'
import { readDate } from '../../../kernel/time/index.js'
import type { CommentInput } from './comment-input.js'

/** The changes of a comment by an input, except its status. */
export type PreparedComment = RecordChanges<Omit<CommentRecord, 'status' | 'type' | 'created'>>

const LARGEST_ID = 2 ** 31 - 1

/** Throws `rest_invalid_param` unless a text fits a schema; returns it in the schema's form. */
function fitting({ site }: Tx, name: string, text: string, schema: Schema): string {
  if (text === '') return ''
  const compiled = site.compile(schema)
  const failed = compiled.validate(text, name)
  if (failed !== undefined) throw new RestError('rest_invalid_param', failed.message, 400)
  return String(compiled.sanitize(text))
}

/** The author data of a user. */
async function authorOf({ store }: Tx, id: number): Promise<PreparedComment> {
  const user = Number.isSafeInteger(id) && id > 0 ? await usersIn(store).get(id) : undefined
  if (user === undefined) throw new RestError('rest_comment_author_invalid', 'There is no such author.', 400)
  return { author: user.id, authorName: user.displayName, authorEmail: user.email, authorUrl: user.url }
}

function datesOf(time: Parameters<typeof readDate>[1], { date, dateGmt }: CommentInput): PreparedComment {
  const moment = date ? readDate(date, time) : dateGmt ? readDate(dateGmt, time, true) : undefined
  return moment === undefined ? {} : { date: moment.local, dateGmt: moment.utc }
}

/**
 * Whether the actor may use any HTML in a comment; comments by others are limited to the HTML that their author may
 * use.
 */
async function mayUseAnyHtml({ site, store }: Tx, actor: Actor, stored: CommentRecord | undefined): Promise<boolean> {
  if (!actor.can('unfiltered_html')) return false
  if (stored === undefined || stored.author === actor.id) return true
  const author = stored.author > 0 ? await usersIn(store).get(stored.author) : undefined
  return site.principalOf(author).can('unfiltered_html')
}

/** The stored content: without HTML that is not allowed, and with marked links. Throws if nothing is left. */
async function contentOf(
  tx: Tx,
  actor: Actor,
  content: string,
  stored: CommentRecord | undefined,
  mayBeEmpty: boolean,
): Promise<string> {
  const { site } = tx
  const text = trimSpace(content)
  const allowed = (await mayUseAnyHtml(tx, actor, stored)) ? text : filterHtml(text, 'comment')
  if (trimSpace(allowed) === '' && !mayBeEmpty)
    throw new RestError('rest_comment_content_invalid', 'A comment needs content.', 400)
  return markUserLinks(allowed, site.url)
}

/** A note that only marks another one as resolved or reopened. */
function isStatusOnly({ meta }: CommentInput, type: string): boolean {
  if (type !== NOTE || typeof meta !== 'object' || meta === null) return false
  return Object.entries(meta).some(([key, value]) => key === commentMetaKeys.noteStatus && Boolean(value))
}

/** The checked and cleaned values of an input; `stored` is the comment that changes. Throws for invalid values. */
export async function prepareComment(
  tx: Tx,
  actor: Actor,
  input: CommentInput,
  type: string,
  stored?: CommentRecord,
): Promise<PreparedComment> {
  const { site } = tx
  const { time } = await site.options()
  const { post, parent, author, authorName, authorEmail, authorUrl, authorIp, authorAgent } = input
  const content = input.content ?? (stored === undefined ? '' : undefined)
  return {
    ...(post !== undefined && post !== 0 && { post }),
    ...(parent !== undefined && { parent: Math.min(Math.max(parent, 0), LARGEST_ID) }),
    ...(author !== undefined && (author !== 0 || actor.id !== 0) && (await authorOf(tx, author))),
    ...(content !== undefined && { content: await contentOf(tx, actor, content, stored, isStatusOnly(input, type)) }),
    ...(authorName !== undefined && { authorName: sanitizeName(authorName) }),
    ...(authorEmail !== undefined && {
      authorEmail: fitting(tx, 'author_email', authorEmail, { type: 'string', format: 'email' }),
    }),
    ...(authorUrl !== undefined && {
      authorUrl: normalizeEntities(fitting(tx, 'author_url', authorUrl, site.dialect.clearableUri)),
    }),
    ...(authorIp !== undefined && {
      authorIp: fitting(tx, 'author_ip', authorIp, { ...site.dialect.clearableUri, format: 'ip' }),
    }),
    ...(authorAgent !== undefined && { authorAgent: sanitizeTextField(authorAgent).slice(0, 254) }),
    ...datesOf(time, input),
  }
}
