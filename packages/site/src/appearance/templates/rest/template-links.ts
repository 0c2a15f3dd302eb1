import type { Link, Links, Method } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { revisedPost, type Template } from '../template.js'
import { managesTemplates } from '../template-access.js'
import type { TemplateKind } from '../template-kind.js'
import type { TemplateView } from './template-view.js'

const ALL_METHODS: readonly Method[] = Object.freeze(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The URL of a template. */
export const templateUrl = (site: SiteContext, { type }: TemplateKind, { id }: Pick<Template, 'id'>): string =>
  `${collectionUrl(site, type)}/${id}`

/**
 * The links of a template: to its revisions only while it is stored and in use, and not from the routes of parts, which
 * look up templates too.
 */
export function templateLinks(
  site: SiteContext,
  kind: TemplateKind,
  template: Template,
  { principal, revisionsOf }: TemplateView,
): Links {
  const { type } = kind
  const href = templateUrl(site, kind, template)
  const action = (name: string): Record<string, readonly Link[]> => ({
    [`${site.dialect.prefix}:action-${name}`]: [{ href }],
  })
  const { count, latest } = revisionsOf(template)
  const hasRevisions = template.type === type.name && template.status !== 'trash' && revisedPost(template) !== undefined
  return {
    self: [{ href, targetHints: { allow: managesTemplates(principal) ? ALL_METHODS : ['GET'] } }],
    collection: [{ href: collectionUrl(site, type) }],
    about: [{ href: `${site.apiUrl}/${site.namespace}/types/${type.name}` }],
    ...(hasRevisions && { 'version-history': [{ count, href: `${href}/revisions` }] }),
    ...(hasRevisions && count > 0 && { 'predecessor-version': [{ id: latest, href: `${href}/revisions/${latest}` }] }),
    ...(principal.can(type.capabilities.publish_posts) && action('publish')),
    ...(principal.can('unfiltered_html') && action('unfiltered-html')),
  }
}
