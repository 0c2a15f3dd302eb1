import { slugify } from '@platen/rendering'
import { differencesOf, type RecordChanges, type StoreSession } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type PostRecord, postsIn, type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { writeMeta } from '../../meta/index.js'
import { type PostType, supports, termSaved } from '../../types/index.js'
import { changedGuid } from '../changed-guid.js'
import { setInternalMeta } from '../internal-meta.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { plainLink, postLink } from '../permalinks/post-link.js'
import { slugLock, TERMS_LOCK } from '../post-locks.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, postMetaKeys } from '../post-meta-keys.js'
import { setSticky } from '../post-references.js'
import { type SlugRequest, uniqueSlug } from '../post-slugs.js'
import { countedAmong, countNewPost, shiftTermCounts } from '../term-counts.js'
import { type AssignedTerms, planTerms, storeAssignments, termsById } from './assign-terms.js'
import { reviseCompanions } from './post-companions.js'
import type { PostInput } from './post-input.js'
import { isUnpublished, type PreparedPost } from './prepare-post.js'
import { freeTrashedSlugs, untrashed } from './trash-posts.js'

/** Stores a new post with all its related records. */
export async function insertPost(tx: Tx, actor: Actor, type: PostType, prepared: PreparedPost): Promise<PostRecord> {
  const { changes, input } = prepared
  // If the client does not send the status of a draft, its slug is not final either.
  const isGiven = input.slug !== undefined && input.status !== undefined
  // Read at the same time.
  const [post, terms] = await Promise.all([
    insertRecord(tx, type, { author: actor.id, ...changes }, each => freeSlug(tx, each, isGiven)),
    input.format ? undefined : termsById(tx, new Set(Object.values(input.terms ?? {}).flat())),
  ])
  const planned = await planPostTerms(tx, actor, type, prepared, { ...post, isStored: false }, terms)
  await Promise.all([
    storeRelated(tx, actor, type, prepared, post, planned, true),
    countNewPost(tx, post, planned.terms),
  ])
  return post
}

/** Values of a new post; all others get their defaults. */
export type NewPost = RecordChanges<PostRecord> & { readonly id?: number }

/** The discussion statuses of new posts of a type. */
export function defaultDiscussion(options: OptionSnapshot, type: PostType) {
  const open = (feature: string, option: string) =>
    supports(type, feature) && type.discussion === 'settings' ? options.text(option, 'open') : 'closed'
  return {
    commentStatus: open('comments', 'default_comment_status'),
    pingStatus: open('trackbacks', 'default_ping_status'),
  }
}

/** Stores the record of a new post with the slug that `slugOf` resolves with, and with a guid unless it has one. */
export async function insertRecord(
  tx: Tx,
  type: PostType,
  values: NewPost,
  slugOf: (post: SluggedPost) => Promise<string>,
): Promise<PostRecord> {
  const { site, store } = tx
  const record = {
    status: 'draft',
    author: 0,
    date: '',
    dateGmt: null,
    modified: '',
    modifiedGmt: '',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    password: '',
    parent: 0,
    menuOrder: 0,
    ...defaultDiscussion(await site.options(), type),
    guid: '',
    mimeType: '',
    commentCount: 0,
    trashedStatus: '',
    ...values,
    type: type.name,
  }
  const slug = await slugOf({ ...record, id: values.id ?? 0 })
  const early = slug === '' ? undefined : await guidBeforeId(tx, { version: 1, ...record, slug })
  const post = await postsIn(store).insert({ ...record, slug, guid: early ?? record.guid })
  const slugged = slug === '' ? { ...post, slug: await slugOf(post) } : post
  if (post.guid !== '' && slugged.slug === slug) return post
  return postsIn(store).update(post.id, { slug: slugged.slug, guid: post.guid || (await guidOf(tx, slugged)) })
}

async function guidOf({ site, store }: Tx, post: PostRecord): Promise<string> {
  const scope = await loadPermalinks(site, [post], site.principalOf(undefined), store)
  return isUnpublished(post.status) || post.slug === '' ? plainLink(post, scope) : postLink(post, scope)
}

/** The guid of a post that has no id yet; `undefined` if the guid depends on the id. */
async function guidBeforeId(tx: Tx, post: Omit<PostRecord, 'id'>): Promise<string | undefined> {
  let dependsOnId = false
  const nameless = {
    ...post,
    get id() {
      dependsOnId = true
      return 0
    },
  }
  const guid = post.guid || (await guidOf(tx, nameless))
  return dependsOnId ? undefined : guid
}

/** A change of a stored post. */
interface PostChange {
  /** The stored post. */
  readonly before: PostRecord
  readonly prepared: PreparedPost
  /** The version that the change is based on. The change is refused if the stored post has another one. */
  readonly version: number | undefined
  /** An autosave stores no revision, and leaves it to the next change whether the slug of a draft is free. */
  readonly isAutosave?: boolean
}

/** Stores a change of a post, and returns the post. */
export async function storePostChanges(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { before, prepared, version, isAutosave = false }: PostChange,
): Promise<PostRecord> {
  const { site, store } = tx
  const leavesTrash = before.status === 'trash' && prepared.changes.status !== 'trash'
  const restored = leavesTrash ? await untrashed(site, store, before, prepared.input.slug) : {}
  const changes = { ...prepared.changes, ...restored }
  const requested = { ...before, ...changes }
  const isGiven = !isAutosave && restored.slug === undefined && prepared.input.slug !== undefined
  // A new slug of a draft differs from those at the top level, unless the parent comes with it.
  const parent = isGiven && isUnpublished(requested.status) ? (prepared.changes.parent ?? 0) : requested.parent
  const revise = (post: PostRecord) =>
    isAutosave ? undefined : reviseCompanions({ site, store }, [{ post, type }], actor.id)
  // Revisions contain meta but no slugs.
  const early = writesMeta(prepared.input) ? undefined : { revised: revise(requested) }
  early?.revised?.catch(() => undefined)
  // Read at the same time.
  const [slug, planned] = await Promise.all([
    freeSlug(tx, { ...requested, parent }, isGiven),
    planPostTerms(tx, actor, type, prepared, { ...requested, isStored: true }),
  ])
  const differences = differencesOf(before, { ...changes, slug, guid: changedGuid(site, before) })
  // As it will be stored, so that what depends on it need not wait.
  const changed = { ...before, ...differences }
  const follow = async () => {
    await storeRelated(tx, actor, type, prepared, changed, planned, false)
    await Promise.all([
      early ? early.revised : revise(changed),
      shiftTermCounts(tx, countedAmong(site, [before], planned.before), countedAmong(site, [changed], planned.after)),
    ])
  }
  const [post] = await Promise.all([postsIn(store).update(before.id, differences, { version }), follow()])
  return post
}

type SluggedPost = Pick<PostRecord, 'id' | 'type' | 'parent' | 'status' | 'slug' | 'title'>

/**
 * The slug of a published post is unique; without one it derives from the title or the id, which is 0 for none yet.
 * Posts in the trash give it up.
 */
export async function freeSlug(
  tx: Pick<Tx, 'site' | 'store' | 'lock'>,
  { id, type, parent, status, slug: requested, title }: SluggedPost,
  isGiven = false,
): Promise<string> {
  if (isUnpublished(status)) {
    // The new slug of a draft differs from those in the trash.
    const slug = isGiven && requested !== '' ? await lockedSlug(tx, { id, type, parent, slug: requested }) : requested
    await freeTrashedSlugs(tx, { id, slug, status })
    return slug
  }
  const slug = requested || slugify(title) || (id === 0 ? '' : String(id))
  if (slug === '') return ''
  await tx.lock(slugLock(slug))
  // Mostly there is none in the trash.
  const [hasFreed, found] = await Promise.all([
    freeTrashedSlugs(tx, { id, slug, status }),
    lockedSlug(tx, { id, type, parent, slug }),
  ])
  return hasFreed ? lockedSlug(tx, { id, type, parent, slug }) : found
}

/** A free slug that nobody else can take until the end of the transaction. */
async function lockedSlug({ site, store, lock }: Pick<Tx, 'site' | 'store' | 'lock'>, request: SlugRequest) {
  await lock(slugLock(request.slug))
  for (;;) {
    const slug = await uniqueSlug(site, store, request)
    if (slug === request.slug) return slug
    await lock(slugLock(slug))
    // Others may have requested it by this name before it was locked.
    if ((await uniqueSlug(site, store, { ...request, slug })) === slug) return slug
  }
}

/** Plans the terms of a post, and removes those that it is not to have any more. */
async function planPostTerms(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { input }: PreparedPost,
  { isStored, ...post }: PostRecord & { readonly isStored: boolean },
  requestedTerms?: ReadonlyMap<number, TermRecord>,
): Promise<AssignedTerms> {
  const terms: Record<string, readonly number[]> = { ...input.terms }
  if (input.format) terms[FORMAT_TAXONOMY] = await termsOfFormat(tx, input.format)
  return planTerms(tx, actor, [{ post, type, terms, isStored }], requestedTerms)
}

/** Stores the terms, meta and references of a post. */
async function storeRelated(
  tx: Tx,
  actor: Actor,
  type: PostType,
  { input }: PreparedPost,
  post: PostRecord,
  planned: AssignedTerms,
  isNew: boolean,
): Promise<void> {
  const { store } = tx
  if (input.sticky !== undefined) await setSticky(tx, post.id, input.sticky)
  if (input.featuredMedia !== undefined) await setFeaturedMedia(store, post.id, input.featuredMedia)
  if (input.template !== undefined)
    await setInternalMeta(store, post.id, postMetaKeys.template, input.template === '' ? undefined : input.template)
  await Promise.all([
    storeAssignments(tx, planned),
    writeMeta(tx, actor, { kind: 'post', subtype: type.name, object: post.id }, input.meta, { isNew }),
  ])
}

/** Whether storing an input may change meta. */
const writesMeta = ({ meta, featuredMedia, template }: PostInput) =>
  meta !== undefined || featuredMedia !== undefined || template !== undefined

/** 0 and attachments that are not images remove the post's image; an attachment that does not exist changes nothing. */
async function setFeaturedMedia(store: StoreSession, id: number, media: number): Promise<void> {
  const attachment = media > 0 ? await postsIn(store).get(media) : undefined
  if (media > 0 && attachment === undefined) return
  const isImage = attachment?.type === 'attachment' && attachment.mimeType.startsWith('image/')
  await setInternalMeta(store, id, postMetaKeys.featuredMedia, isImage ? media : undefined)
}

/** The ids of the terms of a format; its term is created with the first post. */
async function termsOfFormat(tx: Tx, format: string): Promise<readonly number[]> {
  if (format === 'standard') return []
  const { and, eq } = whereTerms
  const slug = `${FORMAT_SLUG_PREFIX}${format}`
  const find = () => termsIn(tx.store).first({ where: and(eq('taxonomy', FORMAT_TAXONOMY), eq('slug', slug)) })
  let stored = await find()
  if (stored === undefined) {
    await tx.lock(TERMS_LOCK)
    stored = await find()
  }
  if (stored !== undefined) return [stored.id]
  // Users who may edit a post may set its format, even if they may not create terms.
  const term = await termsIn(tx.store).insert({
    taxonomy: FORMAT_TAXONOMY,
    name: slug,
    slug,
    description: '',
    parent: 0,
    group: 0,
    count: 0,
  })
  tx.emit(termSaved, { term, before: undefined })
  return [term.id]
}
