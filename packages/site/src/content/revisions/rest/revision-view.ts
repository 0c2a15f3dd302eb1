import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { loadPermalinks, loadPostView, type PostNeed, type PostPage, type PostView } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { isRevision } from '../revision-records.js'
import type { ParentOf } from '../rules/revision-permissions.js'

/** The data that fields of revisions may need besides the record. */
export type RevisionNeed = Extract<PostNeed, 'meta' | 'images' | 'blocks'> | 'preview'

/** The loaded data of a page of revisions of one post. */
export interface RevisionView extends PostView {
  /** Whether the request selects the field `parent`, and with it the link to the parent. */
  readonly showsParent: boolean
  /** The post whose permalink previews use, if they are requested. */
  readonly previewed: PostRecord | undefined
}

const isPostNeed = (need: RevisionNeed): need is Exclude<RevisionNeed, 'preview'> => need !== 'preview'

/** Loads the requested data of revisions of one post, with one query per relation. */
export async function loadRevisionView(
  site: SiteContext,
  type: PostType,
  parentOf: ParentOf,
  page: PostPage<RevisionNeed>,
): Promise<RevisionView> {
  const { posts: revisions, needs, request } = page
  const view = await loadPostView(site, type, { ...page, needs: new Set([...needs].filter(isPostNeed)) })
  // A draft that was autosaved is shown like a revision.
  const draft = revisions.find(record => !isRevision(record))
  const previewed = needs.has('preview') && type.viewable ? (draft ?? (await parentOf(request))) : undefined
  const links = previewed && (await loadPermalinks(site, [previewed], view.principal))
  return { ...view, ...links, showsParent: request.fields.wants('parent'), previewed }
}
