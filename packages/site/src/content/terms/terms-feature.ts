import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import { assignments, meta, terms } from '../../kernel/records/index.js'
import { collectionUrl } from '../../kernel/rest/index.js'
import type { SearchRegistrations } from '../search/index.js'
import { type TypeRegistrations, taxonomies } from '../types/index.js'
import { builtInTaxonomies } from './built-in-taxonomies.js'
import { termsContent } from './operations/term-content.js'
import { registerTerms } from './rest/register-terms.js'
import { formatSearchHandler, termSearchHandler } from './rest/term-search-handler.js'
import { readTerms, termCapabilityAliases, termRules } from './rules/term-rights.js'

/** Terms of every taxonomy, and the built-in taxonomies. */
export const termsFeature = defineFeature({
  name: 'terms',
  collections: [terms, assignments, meta],
  metaObjects: [
    {
      name: 'term',
      collection: terms,
      subtype: 'taxonomy',
      subtypes: (site: SiteContext) =>
        site
          .get(taxonomies)
          .all()
          .filter(({ showInRest }) => showInRest)
          .map(({ name }) => name),
      targets: {
        readable: readTerms,
        urls: (site: SiteContext) =>
          new Map(
            site
              .get(taxonomies)
              .all()
              .filter(({ showInRest, controller }) => showInRest && controller === 'terms')
              .map(taxonomy => [taxonomy.name, collectionUrl(site, taxonomy)]),
          ),
      },
    },
  ],
  rules: termRules,
  capabilityAliases: termCapabilityAliases,
  supports: ['post-formats'],
  setup(site: SetupCalls & SearchRegistrations & TypeRegistrations) {
    const { prefix, searchTypes } = site.context.dialect
    for (const [name, taxonomy] of Object.entries(builtInTaxonomies(prefix))) site.registerTaxonomy(name, taxonomy)
    const handlers = { term: termSearchHandler, 'post-format': formatSearchHandler }
    for (const [type, make] of Object.entries(handlers))
      if (searchTypes.includes(type)) site.registerSearchHandler(type, make)
  },
  content: calls => ({ terms: termsContent(calls) }),
  routes: registerTerms,
})
