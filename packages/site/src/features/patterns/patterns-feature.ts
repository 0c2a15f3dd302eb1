import { endpoint, type HandlerRequest, type PermissionResult, type Resource } from '@platen/core'
import { defineFeature } from '../../feature.js'
import { blockPatternCategories } from '../../registrations/block-patterns.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { sitePatterns } from '../../themes/site-patterns.js'
import { writesPosts } from '../posts/writes-posts.js'
import { patternCategoryResource, patternResource } from './pattern-resources.js'

/** Declares a list of registrations, for everybody who may write posts of some type. */
function registerList<R>(
  site: SiteContext,
  path: string,
  { resource, all }: { readonly resource: Resource<R, never>; readonly all: () => Promise<readonly R[]> },
): void {
  const mayView = (request: HandlerRequest): PermissionResult =>
    writesPosts(site, request.principal) ||
    refusal(request, 'rest_cannot_view', 'You are not allowed to view block patterns.')
  site.registry.route(site.namespace, path, {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: mayView,
        handler: async request => ({ body: await resource.present(await all(), request), fieldsApplied: true }),
      }),
    ],
  })
}

/** The block patterns of the active theme and those that code registers, and their categories. */
export const patternsFeature = defineFeature({
  name: 'patterns',
  routes(site) {
    registerList(site, '/block-patterns/patterns', {
      resource: patternResource(site),
      all: async () => sitePatterns(site, await site.options()).all,
    })
    registerList(site, '/block-patterns/categories', {
      resource: patternCategoryResource(site),
      all: async () => site.get(blockPatternCategories).all(),
    })
  },
})
