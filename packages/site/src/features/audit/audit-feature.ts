import { defineFeature } from '../../feature.js'
import { auditEvents } from './audit-collection.js'
import { auditRecorder } from './audit-recorder.js'

/** The audit log of a site. */
export const auditFeature = defineFeature({
  name: 'audit',
  collections: [auditEvents],
  stop: site => auditRecorder(site).flush(),
})
