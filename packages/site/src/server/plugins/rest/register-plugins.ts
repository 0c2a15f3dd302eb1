import {
  type Args,
  changedRequest,
  endpoint,
  type HandlerRequest,
  pageReply,
  type Reply,
  type Resource,
  RestError,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { deletionReply, emptyForNull, pagingArgs, refuseCursor, schemasOf } from '../../../kernel/rest/index.js'
import type { SitePlugin } from '../plugin-manager.js'
import {
  mayActivateInstalled,
  mayDeletePlugins,
  mayInstallPlugins,
  mayListPlugins,
  mayManagePlugins,
  mayReadPlugin,
} from './plugin-access.js'
import { deletePlugin, getPlugin, installPlugin, listPlugins, setPluginStatus } from './plugin-operations.js'
import { PLUGIN_PATTERN, PLUGIN_STATUSES, pluginResource, pluginUrl } from './plugin-resource.js'

const statusArg = { description: 'Whether the plugin is active.', type: 'string', enum: PLUGIN_STATUSES } as const

const listArgs = {
  search: pagingArgs.search,
  status: {
    description: 'Only plugins with these statuses.',
    type: 'array',
    items: { type: 'string', enum: PLUGIN_STATUSES },
  },
} as const satisfies Args

const pluginArg = { description: 'The id of the plugin.', type: 'string', pattern: PLUGIN_PATTERN } as const

/** Arguments of the specification that identify the plugin in another way, or that plugins determine themselves. */
const describingArgs = {
  name: { description: 'The title; the plugin determines it.', type: 'string' },
  description: { description: 'What it does; the plugin determines it.', type: 'string' },
} as const satisfies Args

type PluginResource = ReturnType<typeof pluginResource>

/** The name of the package to install: `slug`, or the first part of `plugin`. */
function slugOf({ slug, plugin }: { readonly slug?: string | undefined; readonly plugin?: unknown }): string {
  const named = slug ?? (typeof plugin === 'string' ? plugin.split('/')[0] : undefined)
  if (named !== undefined) return named
  const message = 'Missing parameter(s): plugin'
  throw new RestError('rest_missing_callback_param', message, 400, { data: { params: ['plugin'] } })
}

/** Every context shows all fields. */
const inFull = (request: HandlerRequest): HandlerRequest =>
  changedRequest(request, { params: { ...request.params, context: 'view' } })

/** Declares the routes of plugins (specification section 4.8). */
export function registerPlugins(site: SiteContext): void {
  const resource = pluginResource(site)
  registerCollection(site, resource)
  registerSingle(site, resource)
}

const requiresLogin = true

function registerCollection(site: SiteContext, resource: PluginResource): void {
  const { specifiedPlugins } = site.dialect
  const { page, per_page } = pagingArgs

  site.registry.route(site.namespace, '/plugins', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', context: 'view' },
        args: { context: resource.contextArg(), ...listArgs, ...(specifiedPlugins ? { page, per_page } : {}) },
        requiresLogin,
        permission: request => mayListPlugins(request.principal),
        handler: request => listPluginsReply(site, resource, request.params, inFull(request)),
      }),
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 201, context: 'view' },
        args: {
          slug: {
            description: 'The name of the package to install.',
            type: 'string',
            pattern: '[\\w\\-]+',
            required: !specifiedPlugins,
          },
          status: { ...statusArg, default: 'inactive' },
          ...(specifiedPlugins ? { plugin: pluginArg, ...describingArgs } : {}),
        },
        requiresLogin,
        permission(request) {
          const permitted = mayInstallPlugins(request.principal)
          return permitted === true && request.params.status === 'active'
            ? mayActivateInstalled(request.principal)
            : permitted
        },
        async handler(request): Promise<Reply> {
          const { status } = request.params
          const plugin = await installPlugin(site, site.principal(request), { slug: slugOf(request.params), status })
          const headers = { Location: pluginUrl(site, plugin.id) }
          return { ...(await resource.reply(plugin, inFull(request))), status: 201, headers }
        },
      }),
    ],
  })
}

function registerSingle(site: SiteContext, resource: PluginResource): void {
  const { specifiedPlugins } = site.dialect
  const allowedWhenValid = true
  const context: Args = { context: resource.contextArg() }
  const args = { ...context, plugin: pluginArg }
  const addressed = (request: HandlerRequest) =>
    getPlugin(site, site.principal(request), String(request.params['plugin']))
  const permitted = async (may: typeof mayReadPlugin, request: HandlerRequest) => {
    const result = may(request.principal)
    if (result === true) await addressed(request)
    return result
  }
  site.registry.route(site.namespace, `/plugins/{plugin:${PLUGIN_PATTERN}}`, {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item', context: 'view' },
        args,
        requiresLogin,
        allowedWhenValid,
        permission: request => permitted(mayReadPlugin, request),
        handler: async request => resource.reply(await addressed(request), inFull(request)),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item', context: 'view' },
        args: { ...args, status: statusArg, ...(specifiedPlugins ? describingArgs : {}) },
        emptyForNull: emptyForNull(site, { ...context, status: statusArg }),
        validatedFirst: ['context', 'status'],
        requiresLogin,
        allowedWhenValid,
        permission: request => permitted(mayManagePlugins, request),
        async handler(request): Promise<Reply> {
          const { status, plugin: id } = request.params
          const plugin = !status
            ? await addressed(request)
            : await setPluginStatus(site, site.principal(request), String(id), status)
          return resource.reply(plugin, inFull(request))
        },
      }),
      endpoint({
        methods: 'DELETE',
        responds: { shape: 'item', context: 'view', deletes: true },
        args,
        requiresLogin,
        allowedWhenValid,
        permission: request => permitted(mayDeletePlugins, request),
        async handler(request): Promise<Reply> {
          const plugin = await addressed(request)
          return deletionReply(resource, plugin, inFull(request), undefined, () =>
            deletePlugin(site, site.principal(request), plugin.id),
          )
        },
      }),
    ],
  })
}

/** Whether any text of a plugin contains the search text; case-sensitive. */
function contains(value: unknown, search: string): boolean {
  if (typeof value === 'string') return value.includes(search)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(each => contains(each, search))
}

/** The texts of a plugin that are searched. */
const searched = ({ id, status, manifest }: SitePlugin) => ({ ...manifest, id, status, entry: undefined })

/** The parameters of the list. */
export interface PluginListParams {
  readonly search?: string | undefined
  readonly status?: readonly string[] | undefined
  /** Without `per_page`, the list is not paginated. */
  readonly page?: unknown
  readonly per_page?: unknown
}

/** The reply of the list of plugins; with `per_page`, one page of it. */
export async function listPluginsReply(
  site: SiteContext,
  resource: Resource<SitePlugin, never>,
  { search = '', status, page, per_page: perPage }: PluginListParams,
  request: HandlerRequest,
): Promise<Reply> {
  const all = await listPlugins(site, site.principal(request), { status })
  const found = search === '' ? all : all.filter(plugin => contains(searched(plugin), search))
  if (typeof perPage !== 'number' || typeof page !== 'number')
    return { body: await resource.present(found, request), fieldsApplied: true }
  refuseCursor(request)
  const items = await resource.present(found.slice((page - 1) * perPage, page * perPage), request)
  return pageReply({ items, total: found.length, page, perPage }, request, site.registry)
}
