import { type Rendering, renderContent, renderExcerpt, renderTitle } from '../../rendering/render-content.js'
import type { PostRecord } from '../../storage/index.js'
import type { PostView } from './post-view.js'

/** The title for display. */
export function renderedTitle(post: PostRecord, { site }: Pick<PostView, 'site'>): string {
  return site.hooks.apply('post.title', { value: renderTitle(post.title, site), post })
}

/** The content for display. */
export function renderedContent(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply('post.content', { value: renderContent(post.content, renderingOf(post, view)), post })
}

/** The excerpt for display: the one that was written, or else one made of the content. */
export function renderedExcerpt(post: PostRecord, view: PostView): string {
  const { excerpt, content } = post
  const value = renderExcerpt({ excerpt, content }, { ...renderingOf(post, view), words: view.excerptLength })
  return view.site.hooks.apply('post.excerpt', { value, post })
}

function renderingOf({ id }: PostRecord, { site, options, pictures }: PostView): Rendering {
  const { blocks, shortcodes } = site
  return { blocks, shortcodes, pictures, postId: id, smileys: options.flag('use_smilies', true) }
}
