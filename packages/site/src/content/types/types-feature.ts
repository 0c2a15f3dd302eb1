import { checks, type HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, featurePart, type Registering } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { readonlyRoutes } from '../../kernel/rest/index.js'
import { checkFields, checkLists, checkTypes, typesParts } from './check-types.js'
import { type PostType, type PostTypeOptions, postType, postTypes } from './post-types.js'
import { type PostStatus, type PostStatusOptions, postStatus, postStatuses } from './statuses.js'
import { type Taxonomy, type TaxonomyOptions, taxonomies, taxonomy } from './taxonomies.js'
import { type PostTemplate, type PostTemplateOptions, postTemplate, postTemplates } from './templates.js'
import { typeResource } from './type-resource.js'

/** The registration calls for types of content. */
export interface TypeRegistrations {
  registerPostType(name: string, options: PostTypeOptions): PostType
  registerTaxonomy(name: string, options: TaxonomyOptions): Taxonomy
  registerStatus(name: string, options: PostStatusOptions): PostStatus
  /** Registers a template for posts of the given types. */
  registerTemplate(name: string, options: PostTemplateOptions): PostTemplate
}

/** Creates the calls for a site. */
const typeRegistrations = ({ added, context }: Registering): TypeRegistrations => ({
  registerPostType: (name, options) => added(postTypes, name, postType(name, options, context.namespace)),
  registerTaxonomy: (name, options) => added(taxonomies, name, taxonomy(name, options, context.namespace)),
  registerStatus: (name, options) => added(postStatuses, name, postStatus(name, options)),
  registerTemplate: (name, options) => added(postTemplates, name, postTemplate(name, options)),
})

const inEdit = (request: HandlerRequest) => request.params['context'] === 'edit'
const mayEdit = (type: PostType, { principal }: HandlerRequest) => principal.can(type.capabilities.edit_posts)

/** Declares the routes of post types. */
function registerTypes(site: SiteContext): void {
  const resource = typeResource(site)
  const shown = site.get(postTypes).filter(type => type.showInRest)

  readonlyRoutes(site, '/types', {
    resource,
    name: { arg: 'type', description: 'The name of a post type.' },
    find: name => site.get(postTypes).get(name),
    notFound: () => new RestError('rest_type_invalid', 'The post type does not exist.', 404),
    list: {
      permission: request =>
        !inEdit(request) ||
        shown.some(type => mayEdit(type, request)) ||
        refusal(request, 'rest_cannot_view', 'You are not allowed to view post types in the edit context.'),
      records: request => (inEdit(request) ? shown.filter(type => mayEdit(type, request)) : shown),
      keyOf: type => type.name,
    },
    read: {
      permission: () => true,
      refuse(type, request) {
        if (!type.showInRest)
          return refusal(request, 'rest_cannot_read_type', 'This post type is not available through REST.')
        if (!inEdit(request) || mayEdit(type, request)) return undefined
        return refusal(request, 'rest_forbidden_context', 'You are not allowed to edit posts of this type.')
      },
    },
  })
}

type ByName<T> = Readonly<Record<string, T>>

const { objectsByName } = checks

/** Post types, readonly. */
export const typesFeature = defineFeature({
  name: 'types',
  registrations: typeRegistrations,
  parts: {
    ...typesParts,
    types: featurePart<ByName<PostTypeOptions>>(objectsByName, (registering, all) => {
      const { registerPostType } = typeRegistrations(registering)
      for (const [name, options] of Object.entries(all)) registerPostType(name, options)
    }),
    taxonomies: featurePart<ByName<TaxonomyOptions>>(objectsByName, (registering, all) => {
      const { registerTaxonomy } = typeRegistrations(registering)
      for (const [name, options] of Object.entries(all)) registerTaxonomy(name, options)
    }),
  },
  check: checkTypes,
  checkRoutes(site) {
    checkFields(site)
    checkLists(site)
  },
  routes: registerTypes,
})
