import type { Actor, As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { isRevision, savedRevisionsOf } from '../revision-records.js'
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
    const found = await recordById(postsIn(site.store), post)
    return found !== undefined && reader.can('edit_post', found)
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
