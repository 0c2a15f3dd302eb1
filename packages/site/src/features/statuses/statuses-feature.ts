import { defineFeature } from '../../feature.js'
import { registerStatuses } from './statuses.js'

/** Post statuses, readonly. */
export const statusesFeature = defineFeature({ name: 'statuses', routes: registerStatuses })
