import { type Args, endpoint, type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import { patternDirectoryOption, patternDirectoryOrders } from '../../content/patterns/index.js'
import { writesPosts } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { orderArg, pagingArgs, schemasOf } from '../../kernel/rest/index.js'
import { blockDirectoryOption } from './block-directory.js'
import { directoryBlockResource, directoryPatternResource } from './directory-resources.js'

const filledText = (description: string) => ({ description, type: 'string', minLength: 1 }) as const
const directoryId = (description: string) => ({ description, type: 'integer', minimum: 1 }) as const

const patternArgs = {
  page: pagingArgs.page,
  per_page: { ...pagingArgs.per_page, default: 100 },
  search: filledText('Only patterns that contain this text.'),
  category: directoryId('Only patterns of the category with this id.'),
  keyword: directoryId('Only patterns with the keyword of this id.'),
  slug: { description: 'Only patterns with these slugs.', type: 'array' },
  offset: { description: 'The number of patterns to skip.', type: 'integer' },
  order: orderArg('desc'),
  orderby: { description: 'The sort order.', type: 'string', enum: patternDirectoryOrders, default: 'date' },
} as const satisfies Args

/** The result of a search; an error with `code` if the site has no such directory or cannot reach it. */
async function found<T>(
  directory: { readonly search: () => Promise<readonly T[]> } | undefined,
  codes: { readonly missing: string; readonly failed: string },
): Promise<readonly T[]> {
  if (directory === undefined) throw new RestError(codes.missing, 'The site has no directory to search in.', 500)
  return directory.search().catch(cause => {
    throw new RestError(codes.failed, 'The directory cannot be reached.', 500, { cause })
  })
}

function registerBlockDirectory(site: SiteContext): void {
  const resource = directoryBlockResource(site)
  const blockDirectory = blockDirectoryOption.of(site)
  const mayView = (request: HandlerRequest): PermissionResult =>
    (request.principal.can('install_plugins') && request.principal.can('activate_plugins')) ||
    refusal(request, 'rest_block_directory_cannot_view', 'You are not allowed to search the block directory.')
  site.registry.route(site.namespace, '/block-directory/search', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', example: false },
        args: {
          context: resource.contextArg(),
          page: pagingArgs.page,
          per_page: pagingArgs.per_page,
          term: { ...filledText('The text to search for.'), required: true },
        },
        permission: mayView,
        async handler(request) {
          const { term, page, per_page: perPage } = request.params
          const search = blockDirectory && (() => blockDirectory.search({ term, page, perPage }))
          const codes = { missing: 'plugins_api_failed', failed: 'plugins_api_failed' }
          const blocks = await found(search && { search }, codes)
          return { body: await resource.present(blocks.slice(0, perPage), request), fieldsApplied: true }
        },
      }),
    ],
  })
}

function registerPatternDirectory(site: SiteContext): void {
  const resource = directoryPatternResource(site)
  const patternDirectory = patternDirectoryOption.of(site)
  const mayView = (request: HandlerRequest): PermissionResult =>
    writesPosts(site, request.principal) ||
    refusal(request, 'rest_pattern_directory_cannot_view', 'You are not allowed to search the pattern directory.')
  site.registry.route(site.namespace, '/pattern-directory/patterns', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', example: false },
        args: { context: resource.contextArg(), ...patternArgs },
        permission: mayView,
        async handler(request) {
          const { per_page: perPage, orderby: orderBy, slug, page, search: text, ...rest } = request.params
          const { category, keyword, offset, order } = rest
          const slugs = slug?.map(String)
          const query = { page, perPage, offset, search: text, category, keyword, slugs, order, orderBy }
          const search = patternDirectory && (() => patternDirectory.search(query))
          const codes = { missing: 'http_request_not_executed', failed: 'pattern_api_failed' }
          const patterns = await found(search && { search }, codes)
          return { body: await resource.present(patterns.slice(0, perPage), request), fieldsApplied: true }
        },
      }),
    ],
  })
}

/** Searches in directories of blocks and patterns, which the site's options provide. */
export const directoriesFeature = defineFeature({
  name: 'directories',
  options: [blockDirectoryOption, patternDirectoryOption],
  routes(site) {
    registerBlockDirectory(site)
    registerPatternDirectory(site)
  },
})
