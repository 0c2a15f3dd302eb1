import { type Args, endpoint, type HandlerRequest, objectSchema, type PermissionResult, type Reply } from '@platen/core'
import { escapeHtml, trimSpace } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { schemasOf } from '../../../kernel/rest/index.js'
import type { WidgetInstance } from '../define-widget.js'
import { instanceCodec } from '../instance-key.js'
import { decodedInstance, formValues, updatedInstance } from '../operations/instance-input.js'
import { renderWidgets, UNSTORED, unstoredWidget } from '../render-widgets.js'
import { sidebars } from '../sidebars.js'
import { managesWidgets, mayManageWidgets, noSuchWidgetType } from '../widget-access.js'
import { type WidgetType, widgetTypes } from '../widget-types.js'
import { widgetTypeResource } from './widget-type-resource.js'
import { loadForms } from './widget-view.js'

const typeArg = { description: 'The base of the ids of its widgets.', type: 'string' } as const

const encodeArgs = {
  id: { ...typeArg, required: true },
  instance: { description: 'An instance that the site has encoded.', type: 'object' },
  form_data: { description: 'The data of the form of the widget, urlencoded.', type: 'string' },
} as const satisfies Args

const renderArgs = {
  id: { ...typeArg, required: true },
  instance: { description: 'The values of the widget.', type: 'object' },
} as const satisfies Args

const PREVIEW = { description: 'The widget as HTML.', type: 'string' } as const

const encodedSchema = () =>
  objectSchema('encoded-widget', {
    form: { description: 'The form of the widget, as HTML.', type: 'string' },
    preview: PREVIEW,
    instance: { description: 'The instance: as text, with a code that proves it, and as values.', type: 'object' },
  })

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The number that the editor has for a widget, as a whole number; it is not declared. */
function numberIn({ number }: Readonly<Record<string, unknown>>): number {
  const isGiven = typeof number === 'number' || (typeof number === 'string' && trimSpace(number) !== '')
  const whole = isGiven ? Math.trunc(Number(number)) : UNSTORED
  return Number.isSafeInteger(whole) ? whole : UNSTORED
}

async function preview(
  site: SiteContext,
  request: HandlerRequest,
  { idBase }: WidgetType,
  instance: WidgetInstance,
): Promise<string> {
  const shown = unstoredWidget(idBase, instance)
  return trimSpace((await renderWidgets(site, request, [shown])).get(shown) ?? '')
}

const TYPE_PATH = '/widget-types/(?P<id>[a-zA-Z0-9_-]+)'

/** Declares the routes of widget types: lists, and previews of unsaved instances. */
export function registerWidgetTypes(site: SiteContext): void {
  registerTypes(site)
  registerEncoding(site)
  registerRendering(site)
}

function addressed(site: SiteContext, request: HandlerRequest): WidgetType {
  const type = site.get(widgetTypes).get(String(request.params['id']))
  if (type === undefined) throw noSuchWidgetType()
  return type
}

/** Refuses a permitted request for a type that does not exist. */
function ifItExists(site: SiteContext, request: HandlerRequest, permitted: PermissionResult): PermissionResult {
  if (permitted === true) addressed(site, request)
  return permitted
}

const authorOf = (request: HandlerRequest) => ({ unfiltered: request.principal.can('unfiltered_html') })

function registerTypes(site: SiteContext): void {
  const resource = widgetTypeResource(site)
  const schemas = schemasOf(resource)
  const context = resource.contextArg()
  const byId = () => [...site.get(widgetTypes).all()].sort((a, b) => (a.idBase < b.idBase ? -1 : 1))
  const mayRead = (request: HandlerRequest): PermissionResult =>
    managesWidgets(request.principal) ||
    site
      .get(sidebars)
      .all()
      .some(sidebar => sidebar.showInRest && request.params['context'] !== 'edit') ||
    mayManageWidgets(request)

  site.registry.route(site.namespace, '/widget-types', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        args: { context },
        permission: mayRead,
        handler: async request => ({ body: await resource.present(byId(), request), fieldsApplied: true }),
      }),
    ],
  })

  site.registry.route(site.namespace, TYPE_PATH, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { context, id: typeArg },
        permission: request => ifItExists(site, request, mayRead(request)),
        handler: request => resource.reply(addressed(site, request), request),
      }),
    ],
  })
}

/** Encodes the form or the values of an unsaved widget, for clients that send them back. */
function registerEncoding(site: SiteContext): void {
  site.registry.route(site.namespace, `${TYPE_PATH}/encode`, {
    responseSchema: encodedSchema,
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item' },
        args: encodeArgs,
        permission: request => ifItExists(site, request, mayManageWidgets(request)),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const type = addressed(site, request)
          const { instance: input, form_data: data } = request.params
          const codec = await instanceCodec(site)
          const encoded = { encoded: textIn(input?.['encoded']), hash: textIn(input?.['hash']) }
          const before =
            input !== undefined && 'encoded' in input && 'hash' in input ? decodedInstance(type, encoded, codec) : {}
          const values = data === undefined ? undefined : formValues(data, type.idBase)
          const instance = values === undefined ? before : updatedInstance(type, values, authorOf(request))
          const forms = await loadForms(site, request, new Set([type]))
          return {
            body: {
              form: forms({ idBase: type.idBase, number: numberIn(request.params), instance }),
              preview: await preview(site, request, type, instance),
              instance: { ...codec.encode(type.idBase, instance), raw: instance },
            },
          }
        },
      }),
    ],
  })
}

/** Renders an unsaved widget as a page. */
function registerRendering(site: SiteContext): void {
  site.registry.route(site.namespace, `${TYPE_PATH}/render`, {
    responseSchema: () => objectSchema('rendered-widget', { preview: PREVIEW }),
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item' },
        args: renderArgs,
        permission: request => ifItExists(site, request, mayManageWidgets(request)),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const type = addressed(site, request)
          const { instance } = request.params
          const values = instance === undefined ? {} : updatedInstance(type, instance, authorOf(request))
          return { body: { preview: previewPage(type.name, await preview(site, request, type, values)) } }
        },
      }),
    ],
  })
}

/** A page with only the HTML of a widget, for frames in editors. */
const previewPage = (title: string, html: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body>
${html}
</body>
</html>
`
