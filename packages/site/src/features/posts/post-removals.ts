import { createRemovals } from '../../operations/removals.js'
import { registrationKey } from '../../registrations/registration-key.js'
import type { PostRecord } from './post-collection.js'

/** The removals of features, by post type. */
export const postRemovals = registrationKey('post removals', () => createRemovals<PostRecord>())
