import { defineFeature } from '../../feature.js'
import { registerTypes } from './types.js'

/** Post types, readonly. */
export const typesFeature = defineFeature({ name: 'types', routes: registerTypes })
