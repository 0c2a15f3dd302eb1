import type { PostInput, PostTarget } from '../../posts/index.js'

/** The input of an attachment: that of a post, with `content` as the description and `excerpt` as the caption. */
export interface MediaInput extends PostInput {
  /** The alternative text; plain text. */
  alt?: string
  /** The id of the post that the file is attached to; 0 for none. */
  attachedTo?: number
}

/** Changes to a stored attachment. */
export interface MediaChanges extends MediaInput, PostTarget {}
