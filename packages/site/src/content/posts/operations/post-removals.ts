import { registrationKey } from '../../../kernel/context/index.js'
import { createRemovals } from '../../../kernel/operations/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'

/** Posts that are removed together with others, such as the faces of a font family, by the ids of the latter. */
export type PostsThatFollow = ReadonlyMap<number, readonly PostRecord[]>

/** The removals of features, by post type; each resolves with the posts that are removed as well. */
export const postRemovals = registrationKey('post removals', () =>
  createRemovals<PostRecord, PostsThatFollow | undefined>(),
)
