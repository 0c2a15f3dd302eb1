import type { ObjectRule, RuleScope } from '../../access/object-rules.js'
import { type Taxonomy, taxonomies } from '../../registrations/taxonomies.js'
import type { TermRecord } from './term-collection.js'

const ofTaxonomy =
  (capability: keyof Taxonomy['capabilities']) =>
  ({ principal, get }: RuleScope, term: TermRecord): boolean => {
    const taxonomy = get(taxonomies).get(term.taxonomy)
    return taxonomy !== undefined && principal.can(taxonomy.capabilities[capability])
  }

export const termRules = {
  edit_term: ofTaxonomy('edit_terms'),
  delete_term: ofTaxonomy('delete_terms'),
  assign_term: ofTaxonomy('assign_terms'),
} satisfies Record<string, ObjectRule>

/** The capabilities of the built-in taxonomies map to those that roles grant. */
export const termCapabilityAliases: Readonly<Record<string, string>> = Object.freeze({
  edit_categories: 'manage_categories',
  delete_categories: 'manage_categories',
  assign_categories: 'edit_posts',
  manage_post_tags: 'manage_categories',
  edit_post_tags: 'manage_categories',
  delete_post_tags: 'manage_categories',
  assign_post_tags: 'edit_posts',
})
