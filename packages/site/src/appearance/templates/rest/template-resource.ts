import type { Link, Links, Method, Resource, Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { collectionUrl, omittedMembers, siteResource } from '../../../kernel/rest/index.js'
import type { TemplateInput } from '../operations/template-input.js'
import { revisedPost, type Template } from '../template.js'
import { managesTemplates } from '../template-access.js'
import type { TemplateKind } from '../template-kind.js'
import { templateFields } from './template-fields.js'
import { loadTemplateView, type TemplateNeed, type TemplateView } from './template-view.js'

/** Defines how templates or parts are shown. */
export const templateResource = (site: SiteContext, kind: TemplateKind): Resource<Template, TemplateInput> =>
  siteResource<Template, TemplateView, TemplateNeed, TemplateInput>(site, kind.type.name, {
    title: kind.type.name,
    fields: templateFields(site, kind),
    load: (templates, needs, request) => loadTemplateView(site, templates, needs, request),
    omitted: template => omittedMembers(template.post ?? template),
    links: { needs: ['revisions'], of: (template, view) => templateLinks(site, kind, template, view) },
  })

const FLAGS = ['has_theme_file', 'is_custom']

/** The schema of templates as OPTIONS shows it: with the dialect's word for the type of flags. */
export function shownSchema({ dialect }: Pick<SiteContext, 'dialect'>, schema: Schema): Schema {
  const properties: Record<string, Schema> = { ...schema.properties }
  for (const name of FLAGS)
    if (properties[name] !== undefined)
      properties[name] = Object.fromEntries(
        Object.entries(properties[name]).map(([key, value]) => [key, key === 'type' ? dialect.templateFlags : value]),
      )
  return { ...schema, properties }
}

const ALL_METHODS: readonly Method[] = Object.freeze(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The URL of a template. */
export const templateUrl = (site: SiteContext, { type }: TemplateKind, { id }: Pick<Template, 'id'>): string =>
  `${collectionUrl(site, type)}/${id}`

/**
 * The links of a template: to its revisions only while it is stored and in use, and not from the routes of parts, which
 * look up templates too.
 */
function templateLinks(
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
