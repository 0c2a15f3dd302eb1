import { defineFeature } from '../../feature.js'
import { registerTaxonomies } from './taxonomies.js'

/** The description of taxonomies. */
export const taxonomiesFeature = defineFeature({ name: 'taxonomies', routes: registerTaxonomies })
