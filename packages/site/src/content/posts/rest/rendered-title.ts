import { renderTitle } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { postTitle } from '../post-hooks.js'

/** The title of a post for display, as HTML. */
export function renderedTitle(post: PostRecord, { site }: { readonly site: SiteContext }): string {
  return site.hooks.apply(postTitle, { value: renderTitle(post.title, site), post })
}
