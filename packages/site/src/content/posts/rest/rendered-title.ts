import { renderTitle } from '@platen/rendering'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from './post-collection.js'
import { postTitle } from './post-hooks.js'

/** The title of a post for display, as HTML. */
export function renderedTitle(post: PostRecord, { site }: { readonly site: SiteContext }): string {
  return site.hooks.apply(postTitle, { value: renderTitle(post.title, site), post })
}
