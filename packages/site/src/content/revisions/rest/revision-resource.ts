import { type LinkRow, linkTable } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord, PostRelated } from '../../../kernel/records/index.js'
import { collectionUrl, siteResource } from '../../../kernel/rest/index.js'
import { omittedOfPost, type RegisteredFamily } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import type { ParentOf } from '../rules/revision-permissions.js'
import { previewField, type RevisionFields, revisionFields } from './revision-fields.js'
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
        found: found as Partial<PostRelated> | undefined,
      }),
    omitted: omittedOfPost,
    links: { needs: [], ...linkTable([parent], site.names) },
  })
}
