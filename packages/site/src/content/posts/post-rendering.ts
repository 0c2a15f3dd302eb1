import { renderTitle } from '@platen/rendering'
import type { BlockScope } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { postContent, postExcerpt, postTitle } from './post-hooks.js'
import type { PostView } from './rest/post-view.js'

/** The title of a post for display, as HTML. */
export function renderedTitle(post: PostRecord, { site }: { readonly site: SiteContext }): string {
  return site.hooks.apply(postTitle, { value: renderTitle(post.title, site), post })
}

export function renderedContent(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postContent, { value: view.renderingOf(post).content(), post })
}

/** The content as a JSON string. */
export function renderedContentJson(post: PostRecord, view: PostView): string {
  const rendered = view.renderingOf(post)
  const unfiltered = rendered.content()
  const value = view.site.hooks.apply(postContent, { value: unfiltered, post })
  return value === unfiltered ? rendered.contentJson() : JSON.stringify(value)
}

/** The excerpt for display: the stored one, or else one generated from the content. */
export function renderedExcerpt(post: PostRecord, view: PostView): string {
  return view.site.hooks.apply(postExcerpt, { value: view.renderingOf(post).excerpt(), post })
}

/** The excerpt for display as a JSON string. */
export function renderedExcerptJson(post: PostRecord, view: PostView): string {
  const rendered = view.renderingOf(post)
  const unfiltered = rendered.excerpt()
  const value = view.site.hooks.apply(postExcerpt, { value: unfiltered, post })
  return value === unfiltered ? rendered.excerptJson() : JSON.stringify(value)
}

/** The title of a post for display, as HTML; protected and private posts are marked as such. */
export function shownTitle(post: PostRecord, { site }: Pick<BlockScope, 'site'>): string {
  const title = renderedTitle(post, { site })
  if (post.password !== '') return `Protected: ${title}`.trimEnd()
  return post.status === 'private' ? `Private: ${title}`.trimEnd() : title
}
