import { defineEvent, defineFilter } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import type { PostInput } from './operations/post-input.js'

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

/**
 * The input of a post that is created or changed, by a request or in process: another input changes the write, a thrown
 * `RestError` refuses it. The result is checked like what the actor has sent. `before` is absent for a new post. Imports,
 * media, menu items, templates, fonts and moving to the trash have no such input.
 */
export const postInput = defineFilter<{
  readonly value: PostInput
  readonly type: string
  readonly before: PostRecord | undefined
  readonly actor: Actor
}>('post.input')

/** The title of a post as HTML. */
export const postTitle = defineFilter<FilteredPost>('post.title')
/** The content of a post as HTML. */
export const postContent = defineFilter<FilteredPost>('post.content')
/** The excerpt of a post as HTML. */
export const postExcerpt = defineFilter<FilteredPost>('post.excerpt')
/** The permalink of a post. */
export const postPermalink = defineFilter<FilteredPost>('post.link')
