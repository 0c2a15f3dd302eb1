import { endpoint, type HandlerRequest, type PermissionResult, type Resource } from '@platen/core'
import { sitePatterns, themes } from '../../appearance/themes/index.js'
import { type BlockPattern, blockPatternCategories, patternRegistrations } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { schemasOf } from '../../kernel/rest/index.js'
import { writesPosts } from '../types/index.js'
import { patternCategoryResource, patternResource } from './pattern-resources.js'
import { recommendedPatterns } from './recommended-patterns.js'

/** Declares a list of registrations, for callers who may write posts of any type. */
function registerList<R>(
  site: SiteContext,
  path: string,
  { resource, all }: { readonly resource: Resource<R, never>; readonly all: () => Promise<readonly R[]> },
): void {
  const mayView = (request: HandlerRequest): PermissionResult =>
    writesPosts(site, request.principal) ||
    refusal(request, 'rest_cannot_view', 'You are not allowed to view block patterns.')
  site.registry.route(site.namespace, path, {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        permission: mayView,
        handler: async request => ({ body: await resource.present(await all(), request), fieldsApplied: true }),
      }),
    ],
  })
}

/** The patterns of the active theme, registered patterns, and the directory patterns that the theme recommends. */
function patternLister(site: SiteContext): () => Promise<readonly BlockPattern[]> {
  const recommendedBy = recommendedPatterns(site)
  return async () => {
    const options = await site.options()
    const { all, find } = sitePatterns(site, options)
    const recommended = await recommendedBy(site.get(themes).active(options))
    const additional = recommended.filter(({ name }) => find(name) === undefined)
    return additional.length === 0 ? all : [...all, ...additional]
  }
}

/** The block patterns of the active theme, registered patterns, and their categories. */
export const patternsFeature = defineFeature({
  name: 'patterns',
  registrations: patternRegistrations,
  routes(site) {
    registerList(site, '/block-patterns/patterns', {
      resource: patternResource(site),
      all: patternLister(site),
    })
    registerList(site, '/block-patterns/categories', {
      resource: patternCategoryResource(site),
      all: async () => site.get(blockPatternCategories).all(),
    })
  },
})
