import { type HandlerRequest, memoKey, type Resource } from '@platen/core'
import type { PostAddressing, RevisionResource } from '../../content/posts/index.js'
import { noSuchParent } from '../../content/revisions/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { siteResource } from '../../kernel/rest/index.js'
import type { TemplateInput } from './operations/template-input.js'
import { findTemplate } from './rest/find-templates.js'
import { type TemplateFields, templateFields } from './rest/template-fields.js'
import { shownSchema, templateUrl } from './rest/template-resource.js'
import { loadTemplateView, type TemplateNeed, type TemplateView } from './rest/template-view.js'
import { isStored, type StoredTemplate, type Template } from './template.js'
import { notStored } from './template-access.js'
import { readTemplateId, templateSegment } from './template-id.js'
import type { TemplateKind } from './template-kind.js'

const stored = memoKey<Promise<StoredTemplate>>('template of revisions')

/** The stored template that a parameter of a request about its revisions names. */
const storedTemplate = (
  site: SiteContext,
  kind: TemplateKind,
  request: HandlerRequest,
  parameter: string,
): Promise<StoredTemplate> =>
  request.once(stored, async () => {
    const name = readTemplateId(String(request.params[parameter]))
    const template = name && (await findTemplate(site, site.store, kind, name))
    if (template === undefined) throw noSuchParent()
    if (!isStored(template)) throw notStored()
    return template
  })

/** How requests name the template whose revisions they are about. */
export const templateAddressing = (site: SiteContext, kind: TemplateKind): PostAddressing => ({
  segment: templateSegment,
  schema: { description: 'The theme and the slug of the template.', type: 'string' },
  find: async (request, parameter) => (await storedTemplate(site, kind, request, parameter)).post,
})

/** The field that revisions have besides those of templates. */
const parentField: TemplateFields = {
  parent: {
    schema: { description: 'The id of the post of the template.', type: 'integer' },
    argument: 'none',
    get: ({ post }) => post?.parent ?? 0,
  },
}

/** How the revisions or autosaves of templates are shown: as the template was. */
export function templateRevisions(
  site: SiteContext,
  kind: TemplateKind,
  of: 'revisions' | 'autosaves',
): RevisionResource {
  const { name } = kind.type
  const resource: Resource<Template, TemplateInput> = siteResource<Template, TemplateView, TemplateNeed, TemplateInput>(
    site,
    `${name}-revision`,
    {
      title: name,
      fields: { ...templateFields(site, kind), ...parentField },
      load: (templates, needs, request) => loadTemplateView(site, templates, needs, request),
      links: {
        of(template) {
          const href = templateUrl(site, kind, template)
          const allow = of === 'revisions' ? ['GET', 'DELETE'] : ['GET']
          return {
            self: [{ href: `${href}/${of}/${template.post?.id}`, targetHints: { allow } }],
            parent: [{ href }],
          }
        },
      },
    },
  )
  const shownAs = async (request: HandlerRequest) => {
    const parent = await storedTemplate(site, kind, request, request.route.endsWith('/autosaves') ? 'id' : 'parent')
    return (post: PostRecord): Template => {
      const { version, title, content, excerpt: description, status } = post
      return { ...parent, version, title, content, description, status, post }
    }
  }
  const { title, skipValidation, needs, createArgs, updateArgs, contextArg } = resource
  return {
    ...{ title, skipValidation, needs, createArgs, updateArgs, contextArg },
    get schema() {
      return shownSchema(site, resource.schema)
    },
    get responseSchema() {
      return resource.responseSchema
    },
    present: async (records, request, context) =>
      resource.present(records.map(await shownAs(request)), request, context),
    reply: async (record, request, context) => resource.reply((await shownAs(request))(record), request, context),
  }
}
