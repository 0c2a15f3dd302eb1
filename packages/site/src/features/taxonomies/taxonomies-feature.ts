import { endpoint, type HandlerRequest, RestError } from '@platen/core'
import { defineFeature } from '../../feature.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import { mapReply } from '../../rest/map-reply.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { objectTypesOf } from './object-types.js'
import { taxonomyResource } from './taxonomy-resource.js'

const mayAssign = (taxonomy: Taxonomy, { principal }: Pick<HandlerRequest, 'principal'>) =>
  principal.can(taxonomy.capabilities.assign_terms)

function registerTaxonomies(site: SiteContext): void {
  const resource = taxonomyResource(site)
  const shown = site.get(taxonomies).filter(taxonomy => taxonomy.showInRest)
  const ofType = (type: string | undefined) =>
    type === undefined || type === '' ? shown : shown.filter(taxonomy => objectTypesOf(site, taxonomy).includes(type))

  site.registry.route(site.namespace, '/taxonomies', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          type: { description: 'Only taxonomies of this post type.', type: 'string' },
        },
        permission: request => {
          if (request.params.context !== 'edit') return true
          if (ofType(request.params.type).some(taxonomy => mayAssign(taxonomy, request))) return true
          return refusal(request, 'rest_cannot_view', 'You are not allowed to view taxonomies in the edit context.')
        },
        handler: request => {
          const editing = request.params.context === 'edit'
          const taxonomies = ofType(request.params.type).filter(taxonomy => !editing || mayAssign(taxonomy, request))
          return mapReply(resource, taxonomies, taxonomy => taxonomy.name, request)
        },
      }),
    ],
  })

  site.registry.route(site.namespace, '/taxonomies/{taxonomy:[\\w-]+}', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          taxonomy: { description: 'The name of a taxonomy.', type: 'string' },
        },
        permission: request => {
          const taxonomy = site.get(taxonomies).get(request.params.taxonomy ?? '')
          if (taxonomy === undefined) return true
          if (!taxonomy.showInRest) return false
          if (request.params.context !== 'edit' || mayAssign(taxonomy, request)) return true
          return refusal(request, 'rest_forbidden_context', 'You are not allowed to assign terms of this taxonomy.')
        },
        handler: request => {
          const taxonomy = site.get(taxonomies).get(request.params.taxonomy ?? '')
          if (taxonomy === undefined) throw new RestError('rest_taxonomy_invalid', 'The taxonomy does not exist.', 404)
          return resource.reply(taxonomy, request)
        },
      }),
    ],
  })
}

/** Taxonomies, readonly. */
export const taxonomiesFeature = defineFeature({ name: 'taxonomies', routes: registerTaxonomies })
