import { createRemovals } from '../../operations/removals.js'
import { registrationKey } from '../../registrations/registration-key.js'
import type { PostRecord } from './post-collection.js'

/** Further posts that go with removed ones, such as the faces of a font family, by the ids of these. */
export type PostsThatFollow = ReadonlyMap<number, readonly PostRecord[]>

/** The removals of features, by post type; each resolves with the posts that go, too. */
export const postRemovals = registrationKey('post removals', () =>
  createRemovals<PostRecord, PostsThatFollow | undefined>(),
)
