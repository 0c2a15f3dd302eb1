import { renderContent, renderExcerpt, renderTitle } from '../../rendering/render-content.js'
import type { PostRecord } from '../../storage/index.js'
import type { PostView } from './post-view.js'

/** The title for display. */
export function renderedTitle(post: PostRecord, view: Pick<PostView, 'site'>): string {
  return view.site.hooks.apply('post.title', { value: renderTitle(post.title), post })
}

/** The content for display. */
export function renderedContent(post: PostRecord, view: PostView): string {
  const { site } = view
  return site.hooks.apply('post.content', { value: renderContent(post.content, { ...site, pictures: view.pictures }), post })
}

/** The excerpt for display: the one that was written, or else one made of the content. */
export function renderedExcerpt(post: PostRecord, view: PostView): string {
  const { site, excerptLength } = view
  const value = renderExcerpt({ excerpt: post.excerpt, content: post.content }, { ...site, words: excerptLength, pictures: view.pictures })
  return site.hooks.apply('post.excerpt', { value, post })
}
