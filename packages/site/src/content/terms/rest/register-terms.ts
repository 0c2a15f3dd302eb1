import type { SiteContext } from '../../../kernel/context/index.js'
import { type Taxonomy, taxonomies } from '../../types/index.js'
import type { TermInput } from '../operations/term-input.js'
import { createTerm, deleteTerm, updateTerm } from '../operations/term-operations.js'
import { termFamily } from '../term-family.js'
import { termResource } from './term-resource.js'

/** The routes of every taxonomy that is shown in REST and has no resource of its own. */
export function registerTerms(site: SiteContext): void {
  for (const taxonomy of site.get(taxonomies).all()) {
    if (taxonomy.showInRest && taxonomy.controller === 'terms') registerTaxonomyTerms(site, taxonomy)
  }
}

const registerTaxonomyTerms = (site: SiteContext, taxonomy: Taxonomy): void =>
  termFamily<TermInput>(site, taxonomy, {
    resource: termResource(site, taxonomy),
    input: () => ({}),
    create: createTerm,
    update: updateTerm,
    remove: deleteTerm,
  })
