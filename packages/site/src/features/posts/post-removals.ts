import type { Tx } from '../../operations/tx.js'
import { registrationKey } from '../../registrations/registration-key.js'
import type { PostRecord } from './post-collection.js'

/** Removes what a feature keeps of a post that is about to be removed. Runs in the transaction that removes the post. */
export type PostRemoval = (tx: Tx, post: PostRecord) => Promise<void>

/** The removals of features, by post type. */
export const postRemovals = registrationKey('post removals', () => new Map<string, PostRemoval>())
