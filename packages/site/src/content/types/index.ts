// Post types, statuses, taxonomies and templates of posts: registries and REST.
export { hasTaxonomy, objectTypesOf, taxonomiesOfType } from './object-types.js'
export {
  type PostType,
  type PostTypeCapabilities,
  type PostTypeOptions,
  postType,
  postTypes,
  supports,
} from './post-types.js'
export { type PostStatusOptions, postStatuses } from './statuses.js'
export { statusesFeature } from './statuses-feature.js'
export { type Taxonomy, type TaxonomyOptions, taxonomies, taxonomy } from './taxonomies.js'
export { taxonomiesFeature } from './taxonomies-feature.js'
export { type PostTemplate, type PostTemplateOptions, postTemplates } from './templates.js'
export { termDeleted, termSaved } from './term-events.js'
export type { TypeRegistrations } from './type-registrations.js'
export { typesFeature } from './types-feature.js'
export type { TypesPart } from './types-part.js'
export { writesPosts } from './writes-posts.js'
