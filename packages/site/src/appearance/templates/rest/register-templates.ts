import {
  type ArgValidator,
  contextOf,
  endpoint,
  type HandlerRequest,
  memoKey,
  type Reply,
  RestError,
  type Schema,
} from '@platen/core'
import type { RegisteredFamily } from '../../../content/posts/index.js'
import { registerAutosavesOf, registerRevisionsOf } from '../../../content/revisions/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type Actor, inTransaction, type Tx } from '../../../kernel/operations/index.js'
import {
  type CrudFamily,
  collectionUrl,
  crudEndpoints,
  extraInput,
  isEmptyValue,
  schemasOf,
  text,
} from '../../../kernel/rest/index.js'
import { lookUpTemplate } from '../lookup-template.js'
import { textsOf } from '../operations/store-template.js'
import type { OfKind, TemplateInput } from '../operations/template-input.js'
import {
  createTemplate,
  deleteTemplate,
  isStylesheet,
  revertTemplate,
  trashTemplate,
  updateTemplate,
} from '../operations/template-operations.js'
import type { Template } from '../template.js'
import { mayManageTemplates, mayReadTemplates, noSuchTemplate } from '../template-access.js'
import { readTemplateId, templateSegment } from '../template-id.js'
import { type TemplateKind, templateKinds } from '../template-kind.js'
import { templateAddressing, templateRevisions } from '../template-revisions.js'
import { findOriginal, findTemplate, findTemplates } from './find-templates.js'
import { templateFields, textChecks } from './template-fields.js'
import { shownSchema, templateResource } from './template-resource.js'

const addressed = memoKey<Promise<Template | undefined>>('template')

/** The name of a theme as it was sent; empty for null. */
const sentTheme = (value: unknown): string => String(value ?? '').trim()

/** Only what could be a folder of themes can be named by ids. */
const themeCheck =
  (site: SiteContext): ArgValidator =>
  value =>
    sentTheme(value) === '' || isStylesheet(site, sentTheme(value))
      ? undefined
      : new RestError('rest_invalid_param', 'theme is not the name of a theme.', null)

/** Whether a request reads what a template was before it was changed, as editors do to revert it. */
const readsOriginal = ({ method, params }: HandlerRequest): boolean =>
  method === 'GET' && ['theme', 'plugin'].includes(String(params['source']))

/** Declares the routes of templates and template parts, and of their revisions and autosaves. */
export function registerTemplates(site: SiteContext): void {
  const { templates, parts } = templateKinds(site)
  for (const kind of [templates, parts]) if (kind !== undefined) registerKind(site, kind, templates ?? kind)
}

const idArg = { description: 'The theme and the slug of the template.', type: 'string' } as const

function registerKind(site: SiteContext, kind: TemplateKind, lookedUp: TemplateKind): void {
  const { type } = kind
  const fields = templateFields(site, kind)
  const checks = textChecks(site, fields)
  const resource = templateResource(site, kind)
  const schemas = { ...schemasOf(resource), schema: () => shownSchema(site, resource.schema) }
  const extras = extraInput(site, type.name)
  const inputOf = async (request: HandlerRequest, use: 'create' | 'update'): Promise<TemplateInput> => {
    const suggestion = request.params['is_wp_suggestion'] ?? undefined
    const input: TemplateInput = {
      ...(suggestion !== undefined && { isSuggestion: !isEmptyValue(suggestion) }),
      fields: extras(request),
    }
    await resource.apply(input, request, use)
    return input
  }
  const { collection, single } = crudEndpoints(site, templateFamily(site, kind, { resource, checks, inputOf }), {
    id: idArg,
  })
  const family: RegisteredFamily = {
    type,
    trashes: true,
    fields,
    addressing: templateAddressing(site, kind),
    revisions: of => templateRevisions(site, kind, of),
    update: {
      args: resource.updateArgs(),
      skipValidation: resource.skipValidation,
      validators: checks,
      permission: mayManageTemplates,
      input: async request => textsOf(await inputOf(request, 'update')),
    },
  }

  const path = `/${type.restBase}`
  const { matched, shown } = templateSegment('id')
  site.registry.route(type.restNamespace, path, { ...schemas, endpoints: collection })
  registerLookup(site, kind, lookedUp, resource)
  // An id may contain what names revisions: of two routes that match, the first is taken.
  registerRevisionsOf(site, family)
  registerAutosavesOf(site, family)
  site.registry.route(type.restNamespace, `${path}/${matched}`, {
    shownPath: `${path}/${shown}`,
    ...schemas,
    endpoints: single,
  })
}

interface FamilyParts {
  readonly resource: ReturnType<typeof templateResource>
  /** The validators of the texts. */
  readonly checks: Readonly<Record<string, ArgValidator>>
  readonly inputOf: (request: HandlerRequest, use: 'create' | 'update') => Promise<TemplateInput>
}

/** How templates of a kind are listed, created, read, updated and deleted. */
function templateFamily(
  site: SiteContext,
  kind: TemplateKind,
  { resource, checks, inputOf }: FamilyParts,
): CrudFamily<Template> {
  const mayRead = (request: HandlerRequest) => mayReadTemplates(site, request)
  const perform = <I extends object, R>(
    operation: (tx: Tx, actor: Actor, input: OfKind<I, TemplateKind>) => Promise<R>,
    input: I,
    request: HandlerRequest,
  ): Promise<R> => inTransaction(site, tx => operation(tx, site.principal(request), { ...input, kind }))
  const target = (request: HandlerRequest) => ({
    id: String(request.params['id']),
    version: request.expectedVersion,
  })
  return {
    resource,
    id: idArg.description,
    url: collectionUrl(site, kind.type),
    find: request =>
      request.once(addressed, async () => {
        const name = readTemplateId(String(request.params['id']))
        if (name === undefined) return undefined
        return readsOriginal(request)
          ? findOriginal(site, site.store, kind, name)
          : findTemplate(site, site.store, kind, name)
      }),
    notFound: noSuchTemplate,
    list: {
      args: {
        context: resource.contextArg(),
        wp_id: { description: 'Only the stored template with this post.', type: 'integer' },
        area: text('Only the parts in this area.'),
        post_type: text('Only the custom templates that posts of this type may choose.'),
      },
      permission: mayRead,
      async handler(request): Promise<Reply> {
        const { wp_id: post, area, post_type: postType } = request.params as ListParams
        const templates = await findTemplates(site, site.store, kind, { post, area, postType })
        return { body: await resource.present(templates, request), fieldsApplied: true }
      },
      paged: false,
    },
    create: {
      permission: mayManageTemplates,
      validators: { ...checks, theme: themeCheck(site) },
      shownAs: contextOf,
      async run(request) {
        const { slug, theme: sent } = request.params as { slug: string; theme?: string | null }
        const theme = sent === undefined ? undefined : sentTheme(sent)
        return perform(createTemplate, { ...(await inputOf(request, 'create')), slug, theme }, request)
      },
    },
    read: { permission: mayRead },
    update: {
      permission: mayManageTemplates,
      validators: checks,
      run: async (_, request): Promise<Template> =>
        request.params['source'] === 'theme'
          ? perform(revertTemplate, target(request), request)
          : perform(updateTemplate, { ...(await inputOf(request, 'update')), ...target(request) }, request),
    },
    remove: {
      force: 'Whether it is permanently deleted instead of moved to the trash.',
      permission: mayManageTemplates,
      shownAs: 'edit',
      trash: (_, request) => perform(trashTemplate, target(request), request),
      run: (_, request) => perform(deleteTemplate, target(request), request),
    },
  }
}

interface ListParams {
  readonly wp_id?: number
  readonly area?: string
  readonly post_type?: string
}

/** The template that shows a page, from the template hierarchy, even in the routes of parts. */
function registerLookup(
  site: SiteContext,
  { type }: TemplateKind,
  lookedUp: TemplateKind,
  resource: ReturnType<typeof templateResource>,
): void {
  /** The response is an empty object if no template shows the page. */
  const lookedUpSchema = (): Schema => {
    const { required: _, ...schema } = resource.responseSchema
    return schema
  }
  site.registry.route(type.restNamespace, `/${type.restBase}/lookup`, {
    ...schemasOf(resource),
    schema: site.dialect.schemaOnEveryRoute ? () => shownSchema(site, resource.schema) : undefined,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item', schema: lookedUpSchema },
        args: {
          slug: { ...text('The slug of the template that would fit best.'), required: true },
          is_custom: { description: 'Whether it is a template that posts choose.', type: 'boolean' },
          template_prefix: text('The kind of page that the slug is for, such as `single-book`.'),
        },
        permission: request => mayReadTemplates(site, request),
        async handler(request): Promise<Reply> {
          const { slug, is_custom: isCustom, template_prefix: prefix } = request.params
          const template = await lookUpTemplate(site, site.store, lookedUp, { slug, isCustom, prefix })
          return template === undefined ? { body: {} } : resource.reply(template, request)
        },
      }),
    ],
  })
}
