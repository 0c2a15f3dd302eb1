import { endpoint, type HandlerRequest, type PermissionResult, type Reply } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import { emptyForNull, schemasOf, writeReply } from '../../../kernel/rest/index.js'
import { arrangeSidebar, sidebarVersion, widgetsIn } from '../arrangement.js'
import type { Sidebar } from '../sidebars.js'
import { storedWidgets } from '../stored-widgets.js'
import { managesWidgets, mayManageWidgets, noSuchSidebar } from '../widget-access.js'
import { allSidebars, sidebarResource, sidebarWidgets } from './sidebar-resource.js'

/** The id of a widget that a client lists: a text, or an object with an `id`. */
function widgetId(listed: unknown): readonly string[] {
  const id = typeof listed === 'object' && listed !== null && 'id' in listed ? listed.id : listed
  return typeof id === 'string' ? [id] : []
}

/** The routes of sidebars. */
export function registerSidebars(site: SiteContext): void {
  const resource = sidebarResource(site)
  const schemas = schemasOf(resource)
  const context = resource.contextArg()
  const sidebars = allSidebars(site)
  const find = (request: HandlerRequest) => sidebars.find(({ id }) => id === request.params['id'])
  const addressed = (request: HandlerRequest): Sidebar => {
    const sidebar = find(request)
    if (sidebar === undefined) throw noSuchSidebar()
    return sidebar
  }
  const isShown = (request: HandlerRequest, sidebar: Sidebar): boolean =>
    managesWidgets(request.principal) || (sidebar.showInRest && request.params['context'] !== 'edit')
  const shownOf = (request: HandlerRequest) => sidebars.filter(sidebar => isShown(request, sidebar))
  const mayList = (request: HandlerRequest): PermissionResult =>
    shownOf(request).length > 0 || mayManageWidgets(request)
  const mayRead = (request: HandlerRequest): PermissionResult => {
    const sidebar = find(request)
    return (sidebar !== undefined && isShown(request, sidebar)) || mayManageWidgets(request)
  }
  const stateOf = async ({ id }: Sidebar) => ({
    version: sidebarVersion(widgetsIn(storedWidgets(site, await site.options()), id)),
  })
  const reply = async (sidebar: Sidebar, request: HandlerRequest): Promise<Reply> => ({
    ...(await resource.reply(sidebar, request)),
    state: await stateOf(sidebar),
  })
  const updateArgs = { widgets: sidebarWidgets }

  site.registry.route(site.namespace, '/sidebars', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        args: { context },
        permission: mayList,
        handler: async request => ({ body: await resource.present(shownOf(request), request), fieldsApplied: true }),
      }),
    ],
  })

  site.registry.route(site.namespace, '/sidebars/(?P<id>[\\w-]+)', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { context, id: { description: 'The id of the sidebar.', type: 'string' } },
        permission: mayRead,
        handler: request => reply(addressed(request), request),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item', context: 'view' },
        args: updateArgs,
        emptyForNull: emptyForNull(site, updateArgs),
        permission: mayManageWidgets,
        body: { signedIn: true },
        state: request => stateOf(addressed(request)),
        async handler(request): Promise<Reply> {
          const sidebar = addressed(request)
          const { widgets } = request.params
          if (widgets === undefined) return reply(sidebar, request)
          const input = { id: sidebar.id, widgets: widgets.flatMap(widgetId), version: request.expectedVersion }
          const ids = await inTransaction(site, tx => arrangeSidebar(tx, site.principal(request), input))
          return {
            ...(await writeReply(site, resource, sidebar, request, 'view')),
            state: { version: sidebarVersion(ids) },
          }
        },
      }),
    ],
  })
}
