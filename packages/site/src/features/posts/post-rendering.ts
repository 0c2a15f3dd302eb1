import type { PostRecord } from './post-collection.js'
import { postContent, postExcerpt } from './post-hooks.js'
import type { PostView } from './post-view.js'

export function renderedContent(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postContent, { value: view.renderingOf(post).content(), post })
}

/** The excerpt for display: the stored one, or else one generated from the content. */
export function renderedExcerpt(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postExcerpt, { value: view.renderingOf(post).excerpt(), post })
}
