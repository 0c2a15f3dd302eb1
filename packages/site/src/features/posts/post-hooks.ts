import { defineEvent, defineFilter } from '../../hooks/hooks.js'
import type { PostRecord } from './post-collection.js'

interface FilteredPost {
  readonly value: string
  readonly post: PostRecord
}

/** A post of any type was created, changed, moved to the trash or restored; `before` is absent for a new one. */
export const postSaved = defineEvent<{ readonly post: PostRecord; readonly before: PostRecord | undefined }>(
  'post.saved',
)
/** A post of any type was permanently deleted. */
export const postDeleted = defineEvent<{ readonly post: PostRecord }>('post.deleted')

/** The title of a post as HTML. */
export const postTitle = defineFilter<FilteredPost>('post.title')
/** The content of a post as HTML. */
export const postContent = defineFilter<FilteredPost>('post.content')
/** The excerpt of a post as HTML. */
export const postExcerpt = defineFilter<FilteredPost>('post.excerpt')
/** The permalink of a post. */
export const postPermalink = defineFilter<FilteredPost>('post.link')
