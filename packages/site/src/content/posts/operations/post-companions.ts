import type { RecordChanges, StoreSession } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import type { PostType } from '../../types/index.js'

/** Data that a feature stores for posts of every type. All functions run in the transaction that changes the posts. */
export interface PostCompanion {
  /**
   * Called after a post was created, changed or published on schedule; `before` is absent for a new one. Imports skip
   * it.
   */
  save?(tx: Tx, post: PostRecord, before: PostRecord | undefined): Promise<void>
  /** Called after the texts of posts were changed, or posts moved to the trash, by a user; autosaves skip it. */
  revise?(
    tx: { readonly site: SiteContext; readonly store: StoreSession },
    posts: readonly { readonly post: PostRecord; readonly type: PostType }[],
    author: number,
  ): Promise<void>
  /** Called when posts move to the trash; resolves with additional changes of each post. */
  trash?(store: StoreSession, ids: readonly number[], site: SiteContext): Promise<RecordChanges<PostRecord>>
  /** Called when a post is restored from the trash; resolves with additional changes of the post. */
  restore?(store: StoreSession, post: PostRecord, site: SiteContext): Promise<RecordChanges<PostRecord>>
  /** Removes the data of posts that are about to be removed. */
  remove?(tx: Tx, ids: readonly number[]): Promise<void>
}

/** The companions of posts, as features add them. */
export const postCompanions = registrationKey('post companions', (): PostCompanion[] => [])

/** Runs the companions of a created or changed post. */
export async function saveCompanions(tx: Tx, post: PostRecord, before: PostRecord | undefined): Promise<void> {
  for (const companion of tx.site.get(postCompanions)) await companion.save?.(tx, post, before)
}

/** Runs the companions of posts whose texts were changed. */
export const reviseCompanions: NonNullable<PostCompanion['revise']> = async (tx, posts, author) => {
  for (const companion of tx.site.get(postCompanions)) await companion.revise?.(tx, posts, author)
}
