import type { PostInput, PostTarget } from '../posts/post-input.js'

/** What creating or changing an attachment sets: as of a post, where the content is the description and the excerpt the caption. */
export interface MediaInput extends PostInput {
  /** What stands for the image where it cannot be seen; plain text. */
  alt?: string
  /** The id of the post that the file is attached to; 0 for none. */
  attachedTo?: number
}

/** Changes of a stored attachment. */
export interface MediaChanges extends MediaInput, PostTarget {}
