import { type Args, endpoint, pageReply, type Reply, RestError } from '@platen/core'
import { idsArg, pagingArgs, searchTextBy } from '../../rest/list-args.js'
import type { SiteContext } from '../../site-context.js'
import type { SearchHandler } from './search-handler.js'
import { searchHandlers } from './search-handlers.js'
import { searchResource } from './search-resource.js'

const ANY = 'any'

const skipping = {
  offset: { description: 'How many results are skipped from the start; `page` does not count then.', type: 'integer' },
} as const satisfies Args

/** Those of a handler's subtypes that are named; all when none of them is, or `any`. */
function wantedSubtypes(handler: SearchHandler, named: readonly string[]): readonly string[] {
  const wanted = handler.subtypes.filter(subtype => named.includes(subtype))
  return wanted.length === 0 || named.includes(ANY) ? handler.subtypes : wanted
}

/** The route of searches: one handler for each type of thing. */
export function registerSearch(site: SiteContext): void {
  const factories = site.get(searchHandlers)
  const handlers = new Map(factories.names().map(type => [type, factories.require(type)(site)]))
  const resource = searchResource(site, handlers)
  const types = [...handlers.keys()]
  const subtypes = [...handlers.values()].flatMap(handler => handler.subtypes)

  site.registry.route(site.namespace, '/search', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          ...pagingArgs,
          ...(site.dialect.offsetEverywhere ? skipping : {}),
          type: { description: 'The type of thing to look for.', type: 'string', enum: types, default: types[0] ?? '' },
          subtype: {
            description: 'Only things of these kinds.',
            type: 'array',
            items: { type: 'string', enum: [...subtypes, ANY] },
            default: ANY,
          },
          exclude: idsArg('Leaves out what has these identifiers.'),
          include: idsArg('Only what has these identifiers.'),
        },
        permission: 'public',
        async handler(request): Promise<Reply> {
          const { per_page: perPage, type, subtype, include, exclude } = request.params
          const skipped = typeof request.params.offset === 'number' ? request.params.offset : undefined
          const offset = skipped === undefined ? (request.params.page - 1) * perPage : Math.max(0, skipped)
          const handler = handlers.get(type) as SearchHandler
          const query = {
            text: searchTextBy(site.dialect, request.params),
            subtypes: wantedSubtypes(handler, [subtype].flat()),
            include,
            exclude,
            offset,
            limit: perPage,
          }
          const { items, total } = await handler.find(query, request)
          if (total > 0 && items.length === 0 && skipped === undefined) {
            throw new RestError('rest_search_invalid_page_number', 'There are not so many pages.', 400)
          }
          const page = Math.ceil(offset / perPage) + 1
          const shown = await resource.present(items, request)
          return pageReply({ items: shown, total, page, perPage, before: page - 1 }, request, site.registry)
        },
      }),
    ],
  })
}
