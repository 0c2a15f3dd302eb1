import type { Principal } from '@platen/core'
import {
  type ObjectRule,
  type Right,
  type RuleScope,
  rightBy,
  type SiteContext,
} from '../../../kernel/context/index.js'
import { type TermRecord, whereTerms } from '../../../kernel/records/index.js'
import { type Taxonomy, taxonomies, writesPosts } from '../../types/index.js'

/** Whether a caller can read the terms of a taxonomy. */
export const canReadTerms = (
  site: SiteContext,
  { restricted, capabilities }: Taxonomy,
  principal: Principal,
): boolean => !restricted || principal.can(capabilities.edit_terms) || writesPosts(site, principal)

/** The terms that a caller can read: of taxonomies that REST shows, and of those whose terms the caller may edit. */
export function readTerms(site: SiteContext, caller: Principal): Right<TermRecord> {
  const isReadable = (name: string): boolean => {
    const taxonomy = site.get(taxonomies).get(name)
    if (taxonomy === undefined) return false
    return (taxonomy.showInRest && canReadTerms(site, taxonomy, caller)) || caller.can(taxonomy.capabilities.edit_terms)
  }
  return rightBy(whereTerms, 'taxonomy', site.get(taxonomies).names(), isReadable, false)
}

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
