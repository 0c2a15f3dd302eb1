import type { Context, HandlerRequest } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../posts/post-collection.js'
import { loadPostView, type PostView } from '../posts/post-family.js'

/** What fields of revisions may need besides the record. */
export type RevisionNeed = 'meta' | 'images' | 'blocks'

/** What is loaded for a page of revisions of one post. */
export interface RevisionView extends PostView {
  /** Whether the request selects the field `parent`; the link to the parent goes with it. */
  readonly showsParent: boolean
}

/** Loads the requested data of revisions of one post, with one query per relation. */
export async function loadRevisionView(
  site: SiteContext,
  type: PostType,
  revisions: readonly PostRecord[],
  needs: ReadonlySet<RevisionNeed>,
  request: HandlerRequest,
  context: Context,
  found?: PostRelated,
): Promise<RevisionView> {
  const view = await loadPostView(site, type, revisions, needs, request, context, found)
  return { ...view, showsParent: request.fields.wants('parent') }
}
