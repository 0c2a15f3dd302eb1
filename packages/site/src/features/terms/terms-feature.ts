import { defineFeature } from '../../feature-base.js'
import { meta } from '../../meta/meta-collection.js'
import type { TypeRegistrations } from '../../registrations/type-registrations.js'
import type { SetupCalls } from '../../setup-calls.js'
import type { SearchRegistrations } from '../search/search-registrations.js'
import { assignments } from './assignment-collection.js'
import { builtInTaxonomies } from './built-in-taxonomies.js'
import { formatSearchHandler } from './format-search-handler.js'
import { registerTerms } from './register-terms.js'
import { terms } from './term-collection.js'
import { termsContent } from './term-content.js'
import { termCapabilityAliases, termRules } from './term-rights.js'
import { termSearchHandler } from './term-search-handler.js'

/** Terms of every taxonomy, and the built-in taxonomies. */
export const termsFeature = defineFeature({
  name: 'terms',
  collections: [terms, assignments, meta],
  metaObjects: ['term'],
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
