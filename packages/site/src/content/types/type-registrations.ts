import type { Registering } from '../../kernel/features/index.js'
import { type PostType, type PostTypeOptions, postType, postTypes } from './post-types.js'
import { type PostStatus, type PostStatusOptions, postStatus, postStatuses } from './statuses.js'
import { type Taxonomy, type TaxonomyOptions, taxonomies, taxonomy } from './taxonomies.js'
import { type PostTemplate, type PostTemplateOptions, postTemplate, postTemplates } from './templates.js'

/** The registration calls for types of content. */
export interface TypeRegistrations {
  registerPostType(name: string, options: PostTypeOptions): PostType
  registerTaxonomy(name: string, options: TaxonomyOptions): Taxonomy
  registerStatus(name: string, options: PostStatusOptions): PostStatus
  /** Registers a template for posts of the given types. */
  registerTemplate(name: string, options: PostTemplateOptions): PostTemplate
}

/** Creates the calls for a site. */
export const typeRegistrations = ({ added, context }: Registering): TypeRegistrations => ({
  registerPostType: (name, options) => added(postTypes, name, postType(name, options, context.namespace)),
  registerTaxonomy: (name, options) => added(taxonomies, name, taxonomy(name, options, context.namespace)),
  registerStatus: (name, options) => added(postStatuses, name, postStatus(name, options)),
  registerTemplate: (name, options) => added(postTemplates, name, postTemplate(name, options)),
})
