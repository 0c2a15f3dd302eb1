import { registrationKey } from '../../registrations/registration-key.js'
import type { RecordChanges, StoreSession } from '../../storage/index.js'
import type { PostRecord } from './post-collection.js'

/** What a feature keeps of posts of every type. All of it runs in the transaction that changes the post. */
export interface PostCompanion {
  /** Follows a post to the trash; resolves with what else changes of the post. */
  trash(store: StoreSession, post: PostRecord): Promise<RecordChanges<PostRecord>>
  /** Follows a post back from the trash; resolves with what else changes of the post. */
  restore(store: StoreSession, post: PostRecord): Promise<RecordChanges<PostRecord>>
  /** Removes what belongs to a post that is about to be removed. */
  remove(store: StoreSession, post: PostRecord): Promise<void>
}

/** The companions of posts, as features add them. */
export const postCompanions = registrationKey('post companions', (): PostCompanion[] => [])
