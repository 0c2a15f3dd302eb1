import { defineFeature } from '../../feature.js'
import { registerSearch } from './register-search.js'

/** Search over the types that features register handlers for. */
export const searchFeature = defineFeature({ name: 'search', routes: registerSearch })
