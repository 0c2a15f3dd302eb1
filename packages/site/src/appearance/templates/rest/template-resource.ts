import type { Resource, Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { omittedMembers, siteResource } from '../../../kernel/rest/index.js'
import type { TemplateInput } from '../operations/template-input.js'
import type { Template } from '../template.js'
import type { TemplateKind } from '../template-kind.js'
import { templateFields } from './template-fields.js'
import { templateLinks } from './template-links.js'
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
