import { defineFeature } from '../../feature.js'
import { registerTaxonomies } from './taxonomies.js'

/** Taxonomies, readonly. */
export const taxonomiesFeature = defineFeature({ name: 'taxonomies', routes: registerTaxonomies })
