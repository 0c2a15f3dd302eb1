import { RestError } from '@platen/core'
import { filterHtml, hasBlocks, parseBlocks, serializeBlocks, slugifyRequested, trimSpace } from '@platen/rendering'
import type { RecordChanges, StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type PostRecord, usersIn } from '../../../kernel/records/index.js'
import { refusal, requireLengths, TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { readDate } from '../../../kernel/time/index.js'
import { type PostType, postStatuses, supports } from '../../types/index.js'
import { treeLock } from '../post-locks.js'
import { resolveParent } from '../post-parents.js'
import { stickyIds } from '../post-references.js'
import { contentWriters } from './content-writers.js'
import type { PostInput } from './post-input.js'

/** The values of a post to store, before its slug is made unique. */
export interface PreparedPost {
  readonly input: PostInput
  readonly changes: RecordChanges<PostRecord>
}

/** Whether dates and slugs of posts with a status are not final yet. */
export const isUnpublished = (status: string) => status === 'draft' || status === 'pending' || status === 'auto-draft'

interface PreparationOptions {
  /** The stored post; without one, the post is new. */
  readonly before?: PostRecord | undefined
  /** The status, for types with their own statuses. */
  readonly resolvedStatus?: string | undefined
  /** The name of the excerpt in requests. */
  readonly excerptParam?: string | undefined
}

/** Checks an input and resolves status, dates, texts and slug, in the transaction that stores the post. */
export async function preparePost(
  { site, store, lock }: Tx,
  actor: Actor,
  type: PostType,
  input: PostInput,
  { before, resolvedStatus, excerptParam }: PreparationOptions = {},
): Promise<PreparedPost> {
  requireTextLengths(input, before, excerptParam)
  const options = await site.options()
  const changes: { -readonly [K in keyof RecordChanges<PostRecord>]: RecordChanges<PostRecord>[K] } = writtenTexts(
    site,
    type,
    actor,
    input,
    options,
    before,
  )
  if (input.commentStatus) changes.commentStatus = input.commentStatus
  if (input.pingStatus) changes.pingStatus = input.pingStatus
  if (input.menuOrder !== undefined) changes.menuOrder = input.menuOrder

  const status = resolvedStatus ?? requestedStatus(type, actor, input, before) ?? before?.status ?? 'draft'
  if (supports(type, 'author') && input.author) changes.author = await resolveAuthor(store, input.author)
  if (type.hierarchical && input.parent !== undefined) {
    if (before !== undefined) await lock(treeLock(type.name))
    changes.parent = await resolveParent(store, input.parent, before)
  }
  await resolvePassword(store, input, status, changes, before)
  refuseEmpty(type, changes, before)

  const now = site.services.clock()
  const { time } = options
  const nowDate = { local: time.local(now), utc: time.utc(now) }
  const floated = before !== undefined && before.dateGmt === null
  const moment = requestedDate(input, time, floated ? undefined : before)
  if (moment !== undefined && moment !== null) {
    changes.date = moment.local
    changes.dateGmt = moment.utc
  } else if (moment === null || before === undefined || floated) {
    changes.date = nowDate.local
    changes.dateGmt = site.get(postStatuses).get(status)?.dateFloating === true ? null : nowDate.utc
  }
  const due = (changes.dateGmt ?? before?.dateGmt ?? nowDate.utc) <= nowDate.utc
  changes.status = timedStatus(status, due)
  const modified =
    before === undefined
      ? { local: changes.date ?? nowDate.local, utc: changes.dateGmt ?? time.toUtc(changes.date ?? nowDate.local) }
      : nowDate
  changes.modified = modified.local
  changes.modifiedGmt = modified.utc

  changes.slug = resolveSlug(type, actor, input, changes.status, before)
  return { input, changes }
}

/** Refuses texts that are too long, except those of `before`, the stored post. */
export function requireTextLengths(
  { title, excerpt, password }: Pick<PostInput, 'title' | 'excerpt' | 'password'>,
  before: Pick<PostRecord, 'title' | 'excerpt' | 'password'> | undefined,
  excerptParam = 'excerpt',
): void {
  requireLengths({ title, [excerptParam]: excerpt }, TEXT_LIMITS.text, {
    title: before?.title,
    [excerptParam]: before?.excerpt,
  })
  requireLengths({ password }, TEXT_LIMITS.password, { password: before?.password })
}

/**
 * The stored texts of an input: without HTML and custom CSS that the actor may not add to those of `before`. `settings`
 * name the active theme.
 */
export function writtenTexts(
  site: SiteContext,
  type: PostType,
  actor: Actor,
  { title, content, excerpt }: Pick<PostInput, 'title' | 'content' | 'excerpt'>,
  settings: Pick<OptionSnapshot, 'text'>,
  before?: Pick<PostRecord, 'content'>,
): Partial<Pick<PostRecord, 'title' | 'content' | 'excerpt'>> {
  const mayUseHtml = actor.can('unfiltered_html')
  const writers = site.get(contentWriters)
  const options = {
    isAllowedDocument: (url: string) => writers.some(writer => writer.allowsDocument?.(site, url)),
    overlays: site.dialect.allowsOverlays,
  }
  const clean = (text: string, where: 'title' | 'content' | 'excerpt') =>
    mayUseHtml ? text : filterHtml(text, where, options)
  const cleanContent = (text: string) => {
    const cleaned = mayUseHtml ? [] : writers.flatMap(writer => writer.cleaned?.(type, text, before?.content) ?? [])
    return cleaned[0] ?? clean(text, 'content')
  }
  return {
    ...(title !== undefined && { title: clean(trimSpace(title), 'title') }),
    ...(content !== undefined && { content: writtenContent(site, type, cleanContent(content), settings) }),
    ...(excerpt !== undefined && { excerpt: clean(excerpt, 'excerpt') }),
  }
}

/**
 * The status of a post by its date: a published post with a future date becomes scheduled, and a scheduled one that is
 * due becomes published.
 */
export function timedStatus(status: string, isDue: boolean): string {
  if (status === 'publish' && !isDue) return 'future'
  return status === 'future' && isDue ? 'publish' : status
}

/** Blocks in canonical form are the same text whichever editor wrote them. */
function writtenContent(
  site: SiteContext,
  type: PostType,
  content: string,
  settings: Pick<OptionSnapshot, 'text'>,
): string {
  if (!type.canonicalBlocks || !hasBlocks(content)) return content
  const writers = site.get(contentWriters)
  return serializeBlocks(parseBlocks(content), ({ name, attributes }) =>
    writers.reduce(
      (made, { completed }) => completed?.(site, settings, { name, attributes: made }) ?? made,
      attributes,
    ),
  )
}

/** Refuses a post without title, content and excerpt, for types that have all three. */
function refuseEmpty(type: PostType, changes: RecordChanges<PostRecord>, before: PostRecord | undefined): void {
  if (!(supports(type, 'title') && supports(type, 'editor') && supports(type, 'excerpt'))) return
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const text = changes[field] ?? before?.[field] ?? ''
    // `0` counts as empty.
    if (text !== '' && text !== '0') return
  }
  throw new RestError('empty_content', 'A post needs a title, content or an excerpt.', 400)
}

/** Throws if an actor may not set a status on posts of a type. */
export function permitStatus(type: PostType, actor: Actor, status: string): void {
  if (status !== 'draft' && status !== 'pending' && !actor.can(type.capabilities.publish_posts))
    throw refusal({ principal: actor }, 'rest_cannot_publish', 'You are not allowed to publish posts of this type.')
}

function requestedStatus(
  type: PostType,
  actor: Actor,
  { status: requested }: PostInput,
  before: PostRecord | undefined,
): string | undefined {
  const status = requested === '' ? 'draft' : requested
  // Clients send the current status of a post back.
  if (status === undefined || status === 'trash' || status === before?.status) return undefined
  permitStatus(type, actor, status)
  return status
}

async function resolveAuthor(store: StoreSession, id: number): Promise<number> {
  if ((await usersIn(store).get(id)) === undefined)
    throw new RestError('rest_invalid_author', 'There is no such author.', 400)
  return id
}

async function resolvePassword(
  store: StoreSession,
  input: PostInput,
  status: string,
  changes: { password?: string },
  before: PostRecord | undefined,
): Promise<void> {
  const invalid = (message: string) => new RestError('rest_invalid_field', message, 400)
  if (input.password !== undefined) {
    const isSticky = async () => before !== undefined && (await stickyIds(store)).includes(before.id)
    if (input.password !== '' && (input.sticky === true || (await isSticky())))
      throw invalid('A sticky post cannot have a password.')
    changes.password = input.password
  }
  if (input.sticky === true && before !== undefined && before.password !== '' && input.password !== '')
    throw invalid('A post with a password cannot be sticky.')
  if (status === 'private' && (changes.password ?? before?.password ?? '') !== '') changes.password = ''
}

/** The requested date: `null` resets it. An existing date does not change, even if the time zone has changed. */
function requestedDate(
  { date, dateGmt: utc }: PostInput,
  time: Parameters<typeof readDate>[1],
  before: PostRecord | undefined,
) {
  // Where an empty text is accepted it means what null does, and of two dates null is the stronger.
  if (date === null || date === '' || utc === null || utc === '') return null
  if (typeof date === 'string') {
    const moment = readDate(date, time)
    return moment.local === before?.date ? undefined : moment
  }
  if (typeof utc !== 'string') return undefined
  const moment = readDate(utc, time, true)
  return moment.utc === before?.dateGmt ? undefined : moment
}

/** The requested slug, where `0` means none, or the current slug of the post. */
function resolveSlug(
  type: PostType,
  actor: Actor,
  input: PostInput,
  status: string,
  before: PostRecord | undefined,
): string {
  if (status === 'pending' && !actor.can(type.capabilities.publish_posts)) return ''
  if (input.slug === undefined) return before?.slug ?? ''
  return slugifyRequested(input.slug)
}
