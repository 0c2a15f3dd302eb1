import {
  endpoint,
  type HandlerRequest,
  type PermissionResult,
  pageReply,
  type Reply,
  type Resource,
  RestError,
} from '@platen/core'
import { writesPosts } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import {
  pagingArgs,
  registeredListArgs,
  registeredPage,
  schemasOf,
  searchText,
  searchTextBy,
} from '../../kernel/rest/index.js'
import { iconCollectionResource, iconResource } from './icon-resources.js'
import { type Icon, type IconCollection, iconCollections, icons, shownIcon } from './icons.js'

const PART = '[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?'

const noSuchCollection = () =>
  new RestError('rest_icon_collection_not_found', 'There is no such collection of icons.', 404)
const noSuchIcon = () => new RestError('rest_icon_not_found', 'There is no such icon.', 404)

/** Who may see icons: callers who may write posts of any type. */
const mayView =
  (site: SiteContext) =>
  (request: HandlerRequest): PermissionResult =>
    writesPosts(site, request.principal) || refusal(request, 'rest_cannot_view', 'You are not allowed to see icons.')

/** The icons that a request lists. */
function requestedIcons(site: SiteContext, { params }: HandlerRequest): readonly Icon[] {
  const { collection } = params
  if (typeof collection === 'string' && !site.get(iconCollections).has(collection)) throw noSuchCollection()
  const search = searchTextBy(site.dialect, params).toLowerCase()
  return site
    .get(icons)
    .all()
    .filter(
      icon =>
        (collection === undefined || icon.collection === collection) &&
        (search === '' || icon.name.includes(search) || icon.label.toLowerCase().includes(search)),
    )
}

/** The collections that a request lists. */
function requestedCollections(site: SiteContext, { params }: HandlerRequest): readonly IconCollection[] {
  const all = site.get(iconCollections).all()
  const search = site.dialect.listsAllIcons ? '' : searchText(params).toLowerCase()
  return all.filter(({ slug, label }) => slug.includes(search) || label.toLowerCase().includes(search))
}

/** The presented records of a list, without those that fail. */
interface Showing<R, S> {
  readonly resource: Resource<S, never>
  readonly show: (record: R) => Promise<S | undefined>
}

/** Replies with a page of a list, or with all of it where clients know no pages of icons. */
async function listReply<R, S>(
  site: SiteContext,
  all: readonly R[],
  request: HandlerRequest,
  { resource, show }: Showing<R, S>,
): Promise<Reply> {
  const present = async (records: readonly R[]) => {
    const shown = await Promise.all(records.map(show))
    return resource.present(
      shown.filter(each => each !== undefined),
      request,
    )
  }
  if (site.dialect.listsAllIcons) return { body: await present(all), fieldsApplied: true }
  const page = registeredPage(all, request)
  return pageReply({ ...page, items: await present(page.records) }, request, site.registry)
}

/** Declares the routes of icons. */
export function registerIcons(site: SiteContext): void {
  const resource = iconResource(site)
  const schemas = schemasOf(resource)
  const permission = mayView(site)
  const collection = {
    description: 'Only the icons of this collection.',
    type: 'string',
    pattern: '^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$',
  } as const
  const context = resource.contextArg()
  const args = { context, ...registeredListArgs(site), search: pagingArgs.search, collection }
  const list = () =>
    endpoint({
      methods: 'GET',
      responds: { shape: 'list', paged: !site.dialect.listsAllIcons },
      cacheable: true,
      args,
      permission,
      handler: request =>
        listReply(site, requestedIcons(site, request), request, { resource, show: icon => shownIcon(site, icon) }),
    })

  site.registry.route(site.namespace, '/icons', { ...schemas, endpoints: [list()] })
  site.registry.route(site.namespace, `/icons/(?P<collection>${PART})`, { ...schemas, endpoints: [list()] })
  site.registry.route(site.namespace, `/icons/(?P<name>${PART}/${PART})`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: { name: { description: 'The name of the icon, with its collection.', type: 'string' }, context },
        permission,
        async handler(request): Promise<Reply> {
          const icon = site.get(icons).get(String(request.params.name))
          const shown = icon && (await shownIcon(site, icon))
          if (shown === undefined) throw noSuchIcon()
          return resource.reply(shown, request)
        },
      }),
    ],
  })
}

/** Declares the routes of collections of icons. */
export function registerIconCollections(site: SiteContext): void {
  const resource = iconCollectionResource(site)
  const schemas = schemasOf(resource)
  const permission = mayView(site)
  const context = resource.contextArg()

  site.registry.route(site.namespace, '/icon-collections', {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: !site.dialect.listsAllIcons },
        cacheable: true,
        args: { context, ...registeredListArgs(site), search: pagingArgs.search },
        permission,
        handler: request =>
          listReply(site, requestedCollections(site, request), request, { resource, show: async each => each }),
      }),
    ],
  })
  site.registry.route(site.namespace, `/icon-collections/(?P<slug>${PART})`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: { slug: { description: 'The name of the collection.', type: 'string' }, context },
        permission,
        async handler(request): Promise<Reply> {
          const collection = site.get(iconCollections).get(String(request.params.slug))
          if (collection === undefined) throw noSuchCollection()
          return resource.reply(collection, request)
        },
      }),
    ],
  })
}
