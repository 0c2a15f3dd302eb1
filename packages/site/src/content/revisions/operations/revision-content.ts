import type { Actor, As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import type { PostInput } from '../../posts/index.js'
import { autosavesOf, isRevision, savedRevisionsOf } from '../revision-records.js'
import { autosaveBy, autosavePost } from './autosave-operations.js'
import { deleteRevision, restoreRevision } from './revision-operations.js'

/** Revisions in process, with the errors and events of requests. Actors who may edit a post may read its revisions. */
export interface RevisionsContent {
  /** The revisions of a post, the latest first; autosaves are not included. */
  list(post: number, by: As): Promise<readonly PostRecord[]>
  /** A revision or an autosave; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<PostRecord | undefined>
  /**
   * Restores the texts and the meta of a post from a revision or an autosave, and resolves with the post. `version` is
   * the version of the post.
   */
  restore(id: number, by: AsOf): Promise<PostRecord>
  /** Deletes a revision or an autosave, and resolves with it. */
  delete(id: number, by: AsOf): Promise<PostRecord>
}

export function revisionsContent({ site, run, actor }: ContentCalls): RevisionsContent {
  const mayRead = async (post: number, reader: Actor) => {
    const record = await recordById(postsIn(site.store), post)
    return record !== undefined && reader.can('edit_post', record)
  }
  return Object.freeze<RevisionsContent>({
    async list(post, by) {
      if (!(await mayRead(post, await actor(by)))) return []
      const order = [{ by: 'field', field: 'date', direction: 'desc' }] as const
      return (await postsIn(site.store).find({ where: savedRevisionsOf([post]), order })).records
    },
    async get(id, by) {
      const reader = await actor(by)
      const record = await recordById(postsIn(site.store), id)
      return record !== undefined && isRevision(record) && (await mayRead(record.parent, reader)) ? record : undefined
    },
    restore: (id, by) => run(restoreRevision, { id, version: by.version }, by),
    delete: (id, by) => run(deleteRevision, { id, version: by.version }, by),
  })
}

/** Autosaves in process, with the errors and events of requests. Actors who may edit a post may read its autosaves. */
export interface AutosavesContent {
  /**
   * Stores unsaved changes of the actor: in the post itself if it is a draft of the actor, otherwise as the actor's
   * autosave.
   */
  store(post: number, input: PostInput, by: As): Promise<PostRecord>
  /** The autosaves of a post, one for each user, the latest first. */
  list(post: number, by: As): Promise<readonly PostRecord[]>
  /** The autosave that the actor has of a post, such as for a preview. */
  own(post: number, by: As): Promise<PostRecord | undefined>
}

export function autosavesContent({ site, run, actor }: ContentCalls): AutosavesContent {
  const editable = async (id: number, by: As) => {
    const reader = await actor(by)
    const post = await recordById(postsIn(site.store), id)
    return { reader, mayRead: post !== undefined && reader.can('edit_post', post) }
  }
  return Object.freeze<AutosavesContent>({
    store: (post, input, by) => run(autosavePost, { ...input, id: post }, by),
    async list(post, by) {
      const { mayRead } = await editable(post, by)
      if (!mayRead) return []
      const order = [{ by: 'field', field: 'date', direction: 'desc' }] as const
      return (await postsIn(site.store).find({ where: autosavesOf(post), order })).records
    },
    async own(post, by) {
      const { reader, mayRead } = await editable(post, by)
      return mayRead ? autosaveBy(site.store, post, reader.id) : undefined
    },
  })
}
