import { type HandlerRequest, type Resource, RestError } from '@platen/core'
import { filterHtml, givenSlug, hasBlocks, parseBlocks, serializeBlocks, trimSpace } from '@platen/rendering'
import { type PostType, supports } from '../../registrations/post-types.js'
import { postStatuses } from '../../registrations/statuses.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, RecordChanges, StoreContents } from '../../storage/index.js'
import { readDate } from './post-dates.js'
import { emptyDraft, type PostDraft } from './post-draft.js'
import { STICKY_OPTION } from './post-meta-keys.js'
import { settleParent } from './post-parents.js'

/** What is to be stored of a post, before its slug is made unique. */
export interface PreparedPost {
  readonly draft: PostDraft
  readonly changes: RecordChanges<PostRecord>
}

/** Whether posts of a status are not settled yet: neither dates nor slugs are final. */
export const isUnpublished = (status: string) => status === 'draft' || status === 'pending' || status === 'auto-draft'

/**
 * Checks what a request wants of a post and settles status, dates, texts and slug. `before` is the post that is changed;
 * types with statuses of their own hand over a `status` that is settled already. Runs inside of the transaction that
 * stores the post, so that nothing it looks at changes meanwhile.
 */
export async function preparePost(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
  before: PostRecord | undefined,
  settledStatus?: string | undefined,
): Promise<PreparedPost> {
  const draft = emptyDraft()
  await resource.apply(draft, request, before === undefined ? 'create' : 'update')
  const options = await site.options()
  const { params } = request
  const changes: { -readonly [K in keyof RecordChanges<PostRecord>]: RecordChanges<PostRecord>[K] } = {}

  const mayUseHtml = request.principal.can('unfiltered_html')
  const clean = (text: string, where: 'title' | 'content' | 'excerpt') => (mayUseHtml ? text : filterHtml(text, where))
  if (draft.title !== undefined) changes.title = clean(trimSpace(draft.title), 'title')
  if (draft.content !== undefined) changes.content = writtenContent(type, clean(draft.content, 'content'))
  if (draft.excerpt !== undefined) changes.excerpt = clean(draft.excerpt, 'excerpt')
  if (draft.commentStatus) changes.commentStatus = draft.commentStatus
  if (draft.pingStatus) changes.pingStatus = draft.pingStatus
  if (draft.menuOrder !== undefined) changes.menuOrder = draft.menuOrder
  refuseEmpty(type, changes, before)

  let status = settledStatus ?? askedStatus(type, request) ?? before?.status ?? 'draft'
  if (supports(type, 'author') && typeof params['author'] === 'number' && params['author'] !== 0)
    changes.author = await settleAuthor(contents, params['author'])
  if (type.hierarchical && params['parent'] !== undefined)
    changes.parent = await settleParent(contents, Number(params['parent']), before)
  settlePassword(draft, status, changes, before, options.ids(STICKY_OPTION))

  const now = site.services.clock()
  const { time } = options
  const nowDate = { local: time.local(now), utc: time.utc(now) }
  const given = askedDate(params, time)
  const floated = before !== undefined && before.dateGmt === null
  if (given !== undefined && given !== null) {
    changes.date = given.local
    changes.dateGmt = given.utc
  } else if (given === null || before === undefined || floated) {
    changes.date = nowDate.local
    changes.dateGmt = site.get(postStatuses).get(status)?.dateFloating === true ? null : nowDate.utc
  }
  const due = (changes.dateGmt ?? before?.dateGmt ?? nowDate.utc) <= nowDate.utc
  if (status === 'publish' && !due) status = 'future'
  else if (status === 'future' && due) status = 'publish'
  changes.status = status
  const modified =
    before === undefined
      ? { local: changes.date ?? nowDate.local, utc: changes.dateGmt ?? time.toUtc(changes.date ?? nowDate.local) }
      : nowDate
  changes.modified = modified.local
  changes.modifiedGmt = modified.utc

  changes.slug = settleSlug(type, draft, status, before, request)
  return { draft, changes }
}

/** Blocks of built-in types are written in one way, so that what editors compare is the same. */
const writtenContent = (type: PostType, content: string): string =>
  type.builtIn && type.controller === 'posts' && hasBlocks(content) ? serializeBlocks(parseBlocks(content)) : content

/** Texts that say nothing: `0` counts as none. */
const isBlank = (text: string) => text === '' || text === '0'

/** What has neither title nor content nor excerpt is no post, for types that have all three. */
function refuseEmpty(type: PostType, changes: RecordChanges<PostRecord>, before: PostRecord | undefined): void {
  if (!(supports(type, 'title') && supports(type, 'editor') && supports(type, 'excerpt'))) return
  const filled = (['title', 'content', 'excerpt'] as const).some(
    field => !isBlank(changes[field] ?? before?.[field] ?? ''),
  )
  if (!filled) throw new RestError('empty_content', 'A post needs a title, content or an excerpt.', 400)
}

function askedStatus(type: PostType, request: HandlerRequest): string | undefined {
  const { status: given } = request.params
  const status = given === '' || given === null ? 'draft' : given
  // What is in the trash may be said to be there.
  if (typeof status !== 'string' || status === 'trash') return undefined
  if (status !== 'draft' && status !== 'pending' && !request.principal.can(type.capabilities.publish_posts)) {
    throw refusal(request, 'rest_cannot_publish', 'You are not allowed to publish posts of this type.')
  }
  return status
}

async function settleAuthor(contents: StoreContents, id: number): Promise<number> {
  if ((await contents.users.get(id)) === undefined)
    throw new RestError('rest_invalid_author', 'There is no such author.', 400)
  return id
}

function settlePassword(
  draft: PostDraft,
  status: string,
  changes: { password?: string },
  before: PostRecord | undefined,
  stickyIds: readonly number[],
): void {
  const invalid = (message: string) => new RestError('rest_invalid_field', message, 400)
  const wasSticky = before !== undefined && stickyIds.includes(before.id)
  if (draft.password !== undefined) {
    if (draft.password !== '' && (draft.sticky === true || wasSticky))
      throw invalid('A sticky post cannot have a password.')
    changes.password = draft.password
  }
  if (draft.sticky === true && before !== undefined && before.password !== '' && draft.password !== '')
    throw invalid('A post with a password cannot be sticky.')
  if (status === 'private' && (changes.password ?? before?.password ?? '') !== '') changes.password = ''
}

function askedDate(params: Readonly<Record<string, unknown>>, time: Parameters<typeof readDate>[1]) {
  const { date, date_gmt: utc } = params
  // Where an empty text is accepted it means what null does, and of two dates null is the stronger.
  if (date === null || date === '' || utc === null || utc === '') return null
  if (typeof date === 'string') return readDate(date, time)
  return typeof utc === 'string' ? readDate(utc, time, true) : undefined
}

/** The slug that is wished for: the given one, where `0` is none, or the one that the post has. */
function settleSlug(
  type: PostType,
  draft: PostDraft,
  status: string,
  before: PostRecord | undefined,
  request: HandlerRequest,
): string {
  if (status === 'pending' && !request.principal.can(type.capabilities.publish_posts)) return ''
  if (draft.slug === undefined) return before?.slug ?? ''
  return givenSlug(draft.slug)
}
