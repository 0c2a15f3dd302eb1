import { endpoint, type HandlerRequest, memoKey, type PermissionResult, type Reply } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import { deletionReply, emptyForNull, schemasOf, writeReply } from '../../../kernel/rest/index.js'
import { instanceCodec } from '../instance-key.js'
import {
  createWidget,
  deactivateWidget,
  deleteWidget,
  type NewWidget,
  updateWidget,
  widgetVersion,
} from '../operations/widget-operations.js'
import { sidebars } from '../sidebars.js'
import { hasKnownType, storedWidgets, type WidgetRecord } from '../stored-widgets.js'
import { invalidWidget, managesWidgets, mayManageWidgets, noSuchWidget } from '../widget-access.js'
import { newWidgetArgs, widgetArgs, widgetLinks, widgetResource } from './widget-resource.js'

const addressedWidget = memoKey<Promise<WidgetRecord>>('widget')

/** The input of a request about a widget. */
interface WidgetParams {
  readonly id?: string | undefined
  readonly id_base?: string | undefined
  readonly sidebar?: string | undefined
  readonly instance?: NewWidget['instance']
  readonly form_data?: string | undefined
}

/** Declares the routes of widgets: the collection, and one widget. */
export function registerWidgets(site: SiteContext): void {
  const shared = sharedByRoutes(site)
  registerCollection(shared)
  registerSingle(shared)
}

/** Whether a request may see the widgets of a sidebar. */
const isShown = (site: SiteContext, request: HandlerRequest, sidebar: string): boolean =>
  managesWidgets(request.principal) ||
  (request.params['context'] !== 'edit' && site.get(sidebars).get(sidebar)?.showInRest === true)

const find = async (site: SiteContext, request: HandlerRequest): Promise<WidgetRecord | undefined> =>
  storedWidgets(site, await site.options()).get(String(request.params['id']))

type Shared = ReturnType<typeof sharedByRoutes>

function sharedByRoutes(site: SiteContext) {
  const resource = widgetResource(site)
  const inputOf = async ({ sidebar, instance, form_data: formData }: WidgetParams): Promise<NewWidget> => ({
    sidebar,
    instance,
    formData,
    codec: await instanceCodec(site),
  })
  const written = async (widget: WidgetRecord, request: HandlerRequest): Promise<Reply> => ({
    ...(await writeReply(site, resource, widget, request)),
    context: 'edit',
    state: { version: widgetVersion(widget) },
  })
  return { site, resource, schemas: schemasOf(resource), context: resource.contextArg(), inputOf, written } as const
}

function registerCollection({ site, resource, schemas, context, inputOf, written }: Shared): void {
  const mayList = (request: HandlerRequest<{ readonly sidebar?: string | undefined }>): PermissionResult => {
    const { sidebar } = request.params
    const named = sidebar === undefined ? site.get(sidebars).names() : [sidebar]
    return named.some(name => isShown(site, request, name)) || mayManageWidgets(request)
  }

  const isOfWidgets = (route: string) => `${route}/`.startsWith(`/${site.namespace}/widgets/`)

  site.registry.route(site.namespace, '/widgets', {
    batch: true,
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        args: { context, sidebar: widgetArgs.sidebar },
        permission: mayList,
        async handler(request) {
          const { sidebar } = request.params
          const widgets = [...storedWidgets(site, await site.options()).values()].filter(
            widget => (sidebar === undefined || widget.sidebar === sidebar) && isShown(site, request, widget.sidebar),
          )
          return { body: await resource.present(widgets, request), fieldsApplied: true }
        },
      }),
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 201, context: 'edit' },
        args: newWidgetArgs,
        emptyForNull: emptyForNull(site, newWidgetArgs),
        permission: mayManageWidgets,
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const { id, id_base: idBase } = request.params
          const placed = site.dialect.placesNewWidgets || request.earlierRoutes.some(isOfWidgets)
          const input = { ...(await inputOf(request.params)), id, idBase, placed }
          const widget = await inTransaction(site, tx => createWidget(tx, site.principal(request), input))
          return { ...(await written(widget, request)), status: 201 }
        },
      }),
    ],
  })
}

function registerSingle({ site, resource, schemas, context, inputOf, written }: Shared): void {
  const addressed = (request: HandlerRequest): Promise<WidgetRecord> =>
    request.once(addressedWidget, async () => {
      const widget = await find(site, request)
      if (widget === undefined) throw noSuchWidget()
      return widget
    })
  /** The widget that a request changes: an id of an unknown type has another error than one without a widget. */
  const changed = async (request: HandlerRequest): Promise<WidgetRecord> => {
    if (hasKnownType(site, String(request.params['id']))) return addressed(request)
    const isFilled = request.has('instance') || request.has('form_data')
    throw invalidWidget(
      'No widget can have this id.',
      isFilled ? 400 : site.dialect.clientErrorStatuses['rest_invalid_widget'],
    )
  }
  const mayRead = async (request: HandlerRequest): Promise<PermissionResult> => {
    if (managesWidgets(request.principal)) return true
    const widget = await find(site, request)
    return (widget !== undefined && isShown(site, request, widget.sidebar)) || mayManageWidgets(request)
  }

  site.registry.route(site.namespace, '/widgets/(?P<id>[\\w\\-]+)', {
    batch: true,
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { context },
        permission: mayRead,
        async handler(request): Promise<Reply> {
          const widget = await addressed(request)
          return { ...(await resource.reply(widget, request)), state: { version: widgetVersion(widget) } }
        },
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item', context: 'edit' },
        args: widgetArgs,
        emptyForNull: emptyForNull(site, widgetArgs),
        permission: mayManageWidgets,
        body: { signedIn: true },
        state: async request => ({ version: widgetVersion(await changed(request)) }),
        async handler(request): Promise<Reply> {
          const { id } = await changed(request)
          const changes = { ...(await inputOf(request.params)), id, version: request.expectedVersion }
          const widget = await inTransaction(site, tx => updateWidget(tx, site.principal(request), changes))
          return written(widget, request)
        },
      }),
      endpoint({
        methods: 'DELETE',
        responds: { shape: 'item', context: 'edit', deletes: 'unlessTrashed' },
        args: {
          force: { description: 'Permanently deletes the widget; otherwise it becomes inactive.', type: 'boolean' },
        },
        permission: mayManageWidgets,
        state: async request => ({ version: widgetVersion(await addressed(request)) }),
        async handler(request): Promise<Reply> {
          const before = await addressed(request)
          const input = { id: before.id, version: request.expectedVersion }
          const actor = site.principal(request)
          if (request.params.force !== true)
            return written(await inTransaction(site, tx => deactivateWidget(tx, actor, input)), request)
          const reply = await deletionReply(resource, before, request, 'edit', () =>
            inTransaction(site, tx => deleteWidget(tx, actor, input)),
          )
          const links = widgetLinks(site, before, { manages: true })
          return request.fields.wants('_links') ? { ...reply, links } : reply
        },
      }),
    ],
  })
}
