import { type Args, type ArgValidator, endpoint, pageReply, type Reply, RestError } from '@platen/core'
import { defineFeature } from '../../feature.js'
import { refuseCursor } from '../../rest/find-page.js'
import { idsArg, pagingArgs, searchTextBy } from '../../rest/list-args.js'
import type { SiteContext } from '../../site-context.js'
import type { SearchHandler } from './search-handler.js'
import { searchHandlers } from './search-handlers.js'
import { searchResource } from './search-resource.js'

const ANY = 'any'

const offsetArg = {
  offset: { description: 'The number of results to skip; replaces `page`.', type: 'integer' },
} as const satisfies Args

/** The requested subtypes that a handler supports; its default ones if it supports none of them, and all for `any`. */
function requestedSubtypes(handler: SearchHandler, names: readonly string[]): readonly string[] {
  if (names.includes(ANY)) return handler.subtypes
  const requested = handler.subtypes.filter(subtype => names.includes(subtype))
  return requested.length === 0 ? (handler.defaultSubtypes ?? handler.subtypes) : requested
}

/** Refuses subtypes of a type that no handler has; `any` is a subtype of every type. */
const checkSubtypes =
  (handlers: ReadonlyMap<string, SearchHandler>): ArgValidator =>
  (names, { params, query }) =>
    // A type that is refused itself is not among the parameters.
    handlers.has((query['type'] ?? params['type']) as string) || [names].flat().includes(ANY)
      ? undefined
      : new RestError('rest_search_invalid_type', 'There are no results of this type.', 400)

/** Declares the search route, which delegates to one handler per type. */
function registerSearch(site: SiteContext): void {
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
          ...(site.dialect.offsetEverywhere ? offsetArg : {}),
          type: { description: 'The type of the results.', type: 'string', enum: types, default: types[0] ?? '' },
          subtype: {
            description: 'Only results of these subtypes.',
            type: 'array',
            items: { type: 'string', enum: [...subtypes, ANY] },
            default: ANY,
          },
          exclude: idsArg('Excludes these ids.'),
          include: idsArg('Only these ids.'),
        },
        validators: { subtype: checkSubtypes(handlers) },
        permission: 'public',
        async handler(request): Promise<Reply> {
          refuseCursor(request)
          const { per_page: perPage, type, subtype, include, exclude } = request.params
          const skipped = typeof request.params.offset === 'number' ? request.params.offset : undefined
          const offset = skipped === undefined ? (request.params.page - 1) * perPage : Math.max(0, skipped)
          const handler = handlers.get(type) as SearchHandler
          const query = {
            text: searchTextBy(site.dialect, request.params),
            subtypes: requestedSubtypes(handler, [subtype].flat()),
            include,
            exclude,
            offset,
            limit: perPage,
          }
          const { items, total, capped } = await handler.find(query, request)
          if (total > 0 && items.length === 0 && skipped === undefined) {
            throw new RestError(
              'rest_search_invalid_page_number',
              'The page number is larger than the number of pages.',
              400,
            )
          }
          const page = Math.ceil(offset / perPage) + 1
          const shown = await resource.present(items, request)
          return pageReply({ items: shown, total, capped, page, perPage, before: page - 1 }, request, site.registry)
        },
      }),
    ],
  })
}

/** Search over the types that features register handlers for. */
export const searchFeature = defineFeature({ name: 'search', routes: registerSearch })
