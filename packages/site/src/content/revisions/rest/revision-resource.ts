import { type LinkRow, linkTable } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { collectionUrl } from '../../rest/collection-url.js'
import { siteResource } from '../../rest/site-resource.js'
import type { SiteContext } from '../../site-context.js'
import { omittedOfPost } from '../posts/omitted-of-post.js'
import type { PostRecord, PostRelated } from '../posts/post-collection.js'
import type { RegisteredFamily } from '../posts/post-family.js'
import { previewField, type RevisionFields, revisionFields } from './revision-fields.js'
import type { ParentOf } from './revision-permissions.js'
import { loadRevisionView, type RevisionNeed, type RevisionView } from './revision-view.js'

type Family = Pick<RegisteredFamily, 'type' | 'fields'>

/** Defines how the revisions of a family of posts are shown. */
export const revisionResource = (site: SiteContext, { type, fields }: Family, parentOf: ParentOf) =>
  resourceOf(site, type, parentOf, revisionFields(site, type, fields))

/** Defines how the autosaves of a family of posts are shown: like revisions, with the URL of their preview. */
export const autosaveResource = (site: SiteContext, { type, fields }: Family, parentOf: ParentOf) =>
  resourceOf(site, type, parentOf, { ...revisionFields(site, type, fields), ...previewField })

function resourceOf(site: SiteContext, type: PostType, parentOf: ParentOf, fields: RevisionFields) {
  const name = `${type.name}-revision`
  const parent: LinkRow<PostRecord, RevisionView> = {
    rel: 'parent',
    href: [`${collectionUrl(site, type)}/`, post => post.parent],
    when: (post, view) => post.parent !== 0 && view.showsParent,
  }
  return siteResource<PostRecord, RevisionView, RevisionNeed, never>(site, name, {
    title: name,
    fields,
    load: (posts, needs, request, context, found) =>
      loadRevisionView(site, type, parentOf, {
        posts,
        needs,
        request,
        context,
        found: found as PostRelated | undefined,
      }),
    omitted: omittedOfPost,
    links: { needs: [], ...linkTable([parent], site.names) },
  })
}
