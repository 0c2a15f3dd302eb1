import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { type Actor, defineOperation, reload } from '../../../kernel/operations/index.js'
import { type MetaRecord, type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { applyMetaChanges, planMetaWrite } from '../../meta/index.js'
import {
  autosaveDraft,
  mayEditPost,
  noSuchPost,
  type PostInput,
  postLocks,
  requireTextLengths,
  writtenTexts,
} from '../../posts/index.js'
import { postTypes, supports } from '../../types/index.js'
import { autosaveStored } from '../revision-hooks.js'
import { autosaveSlug, autosavesOf, revisionRecord } from '../revision-records.js'
import { copyMeta, isSameText, loadMeta, revisionedKeys } from '../revisioned-meta.js'

/** Unsaved changes of an editor: the id of the post, and the fields that differ. */
export interface AutosaveInput extends PostInput {
  readonly id: number
}

/** Whether a post is a draft of the actor: an autosave changes it instead of being stored beside it. */
const isOwnDraft = ({ status, author }: PostRecord, { id }: Actor): boolean =>
  (status === 'draft' || status === 'auto-draft') && id !== 0 && author === id

/**
 * Stores unsaved changes of the actor, and returns the autosave. If the post is a draft of the actor, its record
 * changes directly, without a revision, but not its terms, meta or other related data. An autosave never publishes it.
 * For any other post, the actor has one autosave with the given texts. It starts with the revisioned meta of the post,
 * and does not change if the given values equal those of the post. Throws `rest_post_invalid_id`, `rest_cannot_edit`,
 * an error of the meta, or `rest_invalid_post_type` if the type does not support autosaves.
 */
export const autosavePost = defineOperation(
  async (tx, actor, { id, ...input }: AutosaveInput): Promise<PostRecord> => {
    const { site, store } = tx
    await tx.lock(postLocks(id))
    const post = await reload(postsIn(store), id, noSuchPost, each => mayEditPost(actor, each))
    const type = site.get(postTypes).get(post.type)
    if (type === undefined || !supports(type, 'autosave'))
      throw new RestError('rest_invalid_post_type', 'Posts of this type have no autosaves.', 400)
    if (isOwnDraft(post, actor)) {
      // Fields that only the operations of its type can change are preserved.
      if (type.managed) return post
      const { status, meta, terms, format, template, sticky, featuredMedia, fields, ...ofRecord } = input
      return autosaveDraft(tx, actor, { ...ofRecord, ...(status === 'draft' && { status }), id })
    }
    requireTextLengths(input, post)
    const options = await site.options()
    const texts = writtenTexts(site, type, actor, input, options)
    const before = await autosaveBy(store, post.id, actor.id)
    const differs = (['title', 'content', 'excerpt'] as const).some(
      name => texts[name] !== undefined && !isSameText(texts[name], post[name]),
    )
    const keys = revisionedKeys(site, type.name)
    const metaOf = await loadMeta(store, keys, [post.id])
    const planFor = (stored: readonly MetaRecord[]) =>
      planMetaWrite(keys, input.meta, {
        dialect: site.dialect,
        principal: actor,
        time: options.time,
        objectId: post.id,
        stored,
      })
    const givesMeta = input.meta !== undefined && input.meta !== null && keys.length > 0
    const metaDiffers = givesMeta && planFor(metaOf(post.id)).length > 0
    if (before !== undefined && !differs && !metaDiffers) return before
    const { time } = options
    const now = site.services.clock()
    const record = revisionRecord(post.id, {
      slug: autosaveSlug(post.id),
      author: actor.id,
      local: time.local(now),
      utc: time.utc(now),
      title: '',
      content: '',
      excerpt: '',
      ...texts,
    })
    const { date, dateGmt, modified, modifiedGmt } = record
    const autosave =
      before === undefined
        ? await postsIn(store).insert(record)
        : await postsIn(store).update(before.id, { ...texts, date, dateGmt, modified, modifiedGmt })
    if (before === undefined) await copyMeta(store, new Map([[autosave.id, metaOf(post.id)]]))
    if (givesMeta) {
      const present = (await loadMeta(store, keys, [autosave.id]))(autosave.id)
      await applyMetaChanges(store, 'post', autosave.id, planFor(present))
    }
    tx.emit(autosaveStored, { autosave, post })
    return autosave
  },
  { concurrent: true },
)

/** The autosave that a user has of a post. */
export const autosaveBy = (store: StoreSession, post: number, author: number): Promise<PostRecord | undefined> =>
  postsIn(store).first({ where: wherePosts.and(autosavesOf(post), wherePosts.eq('author', author)) })
