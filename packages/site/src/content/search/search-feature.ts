import { type Args, checks, endpoint, pageReply, type Reply, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, featurePart, type Registering } from '../../kernel/features/index.js'
import { addedSearchArgs, idsArg, pagingArgs, refuseCursor, schemasOf, searchTextBy } from '../../kernel/rest/index.js'
import { type SearchHandler, type SearchHandlerFactory, searchHandlers } from './search-handler.js'
import { searchResource } from './search-resource.js'
import { searchSubtypes } from './search-subtypes.js'

/** The registration call for handlers of the search. */
export interface SearchRegistrations {
  /** Registers the search handler for a `type` of `/search`. */
  registerSearchHandler(type: string, factory: SearchHandlerFactory): void
}

/** Creates the call for a site. */
const searchRegistrations = ({ context }: Registering): SearchRegistrations => ({
  registerSearchHandler: (type, factory) => context.get(searchHandlers).add(type, factory),
})

/** The part of features about search. */
export interface SearchPart {
  /** Search handlers by the `type` parameter of `/search`. */
  readonly searchHandlers?: Readonly<Record<string, SearchHandlerFactory>>
}

const { functionsByName } = checks

const searchParts = {
  searchHandlers: featurePart<Readonly<Record<string, SearchHandlerFactory>>>(
    functionsByName,
    ({ context }, handlers) => {
      for (const [type, make] of Object.entries(handlers)) context.get(searchHandlers).add(type, make)
    },
  ),
}

const offsetArg = {
  offset: { description: 'The number of results to skip; replaces `page`.', type: 'integer' },
} as const satisfies Args

/** Declares the search route, which delegates to one handler per type. */
function registerSearch(site: SiteContext): void {
  const factories = site.get(searchHandlers)
  const handlers = new Map(factories.names().map(type => [type, factories.require(type)(site)]))
  const resource = searchResource(site, handlers)
  const types = [...handlers.keys()]
  const subtypes = searchSubtypes(site, handlers)

  const args = {
    context: resource.contextArg(),
    ...pagingArgs,
    ...(site.dialect.offsetEverywhere ? offsetArg : {}),
    type: { description: 'The type of the results.', type: 'string', enum: types, default: types[0] ?? '' },
    subtype: subtypes.arg,
    exclude: idsArg('Excludes these ids.'),
    include: idsArg('Only these ids.'),
  } as const satisfies Args
  const searched = [...handlers.values()].flatMap(handler => (handler.appliesListArguments ? handler.subtypes : []))

  site.registry.route(site.namespace, '/search', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        cacheable: true,
        args: { ...args, ...addedSearchArgs(site, searched, args) },
        // Its values are slugs, which the schema does not say.
        skipValidation: ['subtype'],
        validators: { subtype: subtypes.validator },
        permission: 'public',
        async handler(request): Promise<Reply> {
          refuseCursor(request)
          const { per_page: perPage, type, include, exclude } = request.params
          const skipped = typeof request.params.offset === 'number' ? request.params.offset : undefined
          const offset = skipped === undefined ? (request.params.page - 1) * perPage : Math.max(0, skipped)
          const handler = handlers.get(type) as SearchHandler
          const subtype = subtypes.requested(handler, request.params.subtype)
          const query = {
            text: searchTextBy(site.dialect, request.params),
            subtypes: subtypes.searched(handler, subtype),
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
          const followed = { ...request, params: { ...request.params, subtype } }
          const shown = await resource.present(items, request)
          return pageReply({ items: shown, total, capped, page, perPage, before: page - 1 }, followed, site.registry)
        },
      }),
    ],
  })
}

/** Search over the types that features register handlers for. */
export const searchFeature = defineFeature({
  name: 'search',
  registrations: searchRegistrations,
  parts: searchParts,
  routes: registerSearch,
})
