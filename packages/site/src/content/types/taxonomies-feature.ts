import { type HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { readonlyRoutes } from '../../kernel/rest/index.js'
import { objectTypesOf } from './object-types.js'
import { type Taxonomy, taxonomies } from './taxonomies.js'
import { taxonomyResource } from './taxonomy-resource.js'

const inEdit = (request: HandlerRequest) => request.params['context'] === 'edit'
const mayAssign = (taxonomy: Taxonomy, { principal }: Pick<HandlerRequest, 'principal'>) =>
  principal.can(taxonomy.capabilities.assign_terms)

function registerTaxonomies(site: SiteContext): void {
  const resource = taxonomyResource(site)
  const shown = site.get(taxonomies).filter(taxonomy => taxonomy.showInRest)
  const ofType = ({ params: { type } }: HandlerRequest) =>
    typeof type !== 'string' || type === ''
      ? shown
      : shown.filter(taxonomy => objectTypesOf(site, taxonomy).includes(type))

  readonlyRoutes(site, '/taxonomies', {
    resource,
    name: { arg: 'taxonomy', description: 'The name of a taxonomy.' },
    find: name => site.get(taxonomies).get(name),
    notFound: () => new RestError('rest_taxonomy_invalid', 'The taxonomy does not exist.', 404),
    list: {
      args: { type: { description: 'Only taxonomies of this post type.', type: 'string' } },
      permission: request =>
        !inEdit(request) ||
        ofType(request).some(taxonomy => mayAssign(taxonomy, request)) ||
        refusal(request, 'rest_cannot_view', 'You are not allowed to view taxonomies in the edit context.'),
      records: request => ofType(request).filter(taxonomy => !inEdit(request) || mayAssign(taxonomy, request)),
      keyOf: taxonomy => taxonomy.name,
    },
    read: {
      permission(taxonomy, request) {
        if (taxonomy === undefined) return true
        if (!taxonomy.showInRest) return false
        if (!inEdit(request) || mayAssign(taxonomy, request)) return true
        return refusal(request, 'rest_forbidden_context', 'You are not allowed to assign terms of this taxonomy.')
      },
    },
  })
}

/** Taxonomies, readonly. */
export const taxonomiesFeature = defineFeature({ name: 'taxonomies', routes: registerTaxonomies })
