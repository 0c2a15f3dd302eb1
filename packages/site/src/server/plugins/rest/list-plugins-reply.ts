import { type HandlerRequest, pageReply, type Reply, type Resource } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { refuseCursor } from '../../../kernel/rest/index.js'
import type { SitePlugin } from '../plugin-manager.js'
import { listPlugins } from './plugin-operations.js'

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
