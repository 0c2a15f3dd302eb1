import { defineFeature } from '../../feature.js'
import { registerTypes } from './types.js'

/** The description of post types. */
export const typesFeature = defineFeature({ name: 'types', routes: registerTypes })
