import type { LinkRow } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { allowedOnPost, postLinks, selfLink } from '../../posts/index.js'
import { type PostType, postTypes, taxonomies } from '../../types/index.js'
import type { MenuItemView } from './menu-item-view.js'

type ItemLink = LinkRow<PostRecord, MenuItemView>

/** The link to an item's target, one row per post type and taxonomy. */
function objectLinks(site: SiteContext): readonly ItemLink[] {
  const rel = `${site.dialect.prefix}:menu-item-object`
  const types = site.get(postTypes).filter(type => type.showInRest)
  const shownTaxonomies = site.get(taxonomies).filter(taxonomy => taxonomy.showInRest)
  return [
    ...types.map(
      (type): ItemLink => ({
        rel,
        attributes: { post_type: type.name, embeddable: true },
        href: [`${collectionUrl(site, type)}/`, (post, view) => view.objectOf(post).post?.id ?? 0],
        when: (post, view) => view.objectOf(post).post?.type === type.name,
      }),
    ),
    ...shownTaxonomies.map(
      (taxonomy): ItemLink => ({
        rel,
        attributes: { taxonomy: taxonomy.name, embeddable: true },
        href: [`${collectionUrl(site, taxonomy)}/`, (post, view) => view.objectOf(post).term?.id ?? 0],
        when: (post, view) => view.objectOf(post).term?.taxonomy === taxonomy.name,
      }),
    ),
  ]
}

/** All links of menu items: those of posts, and the link to the target. */
export function menuItemLinks(site: SiteContext, type: PostType): readonly ItemLink[] {
  const allowed = (post: PostRecord, { principal, options }: MenuItemView) =>
    allowedOnPost(site, post, principal, options)
  return [selfLink(site, type, allowed), ...postLinks(site, type), ...objectLinks(site)]
}

/** The schema of that link. */
export const objectSchemaLink = (site: SiteContext, type: PostType): object => ({
  rel: `${site.names.relationBase}menu-item-object`,
  title: 'What the item links to.',
  href: `${collectionUrl(site, type)}/{id}`,
  targetSchema: { type: 'object', properties: { object: { type: 'integer' } } },
})
