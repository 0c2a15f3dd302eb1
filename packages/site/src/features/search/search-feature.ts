import { defineFeature } from '../../feature.js'
import { registerSearch } from './register-search.js'

/** Search over everything that features make searchable. */
export const searchFeature = defineFeature({ name: 'search', routes: registerSearch })
