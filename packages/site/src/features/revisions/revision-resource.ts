import { type LinkRow, linkTable } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { siteResource } from '../../rest/site-resource.js'
import type { SiteContext } from '../../site-context.js'
import { collectionUrl } from '../posts/collection-url.js'
import type { PostRecord, PostRelated } from '../posts/post-collection.js'
import { revisionFields, type ShownPostFields } from './revision-fields.js'
import { loadRevisionView, type RevisionNeed, type RevisionView } from './revision-view.js'

/** Defines how the revisions of a post type are shown; `shown` are the fields of its posts. */
export function revisionResource(site: SiteContext, type: PostType, shown: ShownPostFields) {
  const name = `${type.name}-revision`
  const parent: LinkRow<PostRecord, RevisionView> = {
    rel: 'parent',
    href: [`${collectionUrl(site, type)}/`, post => post.parent],
    when: (post, view) => post.parent !== 0 && view.showsParent,
  }
  return siteResource<PostRecord, RevisionView, RevisionNeed, never>(site, name, {
    title: name,
    fields: revisionFields(site, type, shown),
    load: (revisions, needs, request, context, found) =>
      loadRevisionView(site, type, revisions, needs, request, context, found as PostRelated | undefined),
    links: { needs: [], ...linkTable([parent], site.names) },
  })
}
