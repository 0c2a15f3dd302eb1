import type { LinkRow } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { allowedOnPost, postLinks, selfLink } from '../../posts/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import type { MediaView } from './media-view.js'

/** The link to the parent post, one row per post type. */
function attachedTo(site: SiteContext): readonly LinkRow<PostRecord, MediaView>[] {
  return site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => ({
      rel: `${site.dialect.prefix}:attached-to`,
      attributes: { embeddable: true, post_type: type.name },
      href: [`${collectionUrl(site, type)}/`, post => post.parent],
      when: (post, view) => view.parentOf(post)?.type === type.name,
      computed: { id: post => post.parent },
    }))
}

/** All links of attachments: those of posts, and the parent post. */
export function mediaLinks(site: SiteContext, type: PostType): readonly LinkRow<PostRecord, MediaView>[] {
  const allowed = (post: PostRecord, view: MediaView) =>
    allowedOnPost(site, post, view.principal, view.options, view.parentOf(post) ?? 'gone')
  return [selfLink(site, type, allowed), ...postLinks(site, type), ...attachedTo(site)]
}
