import { defineFeature } from '../../feature.js'
import { registerStatuses } from './statuses.js'

/** The description of post statuses. */
export const statusesFeature = defineFeature({ name: 'statuses', routes: registerStatuses })
