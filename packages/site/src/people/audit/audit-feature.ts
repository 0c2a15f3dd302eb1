import { defineFeature } from '../../kernel/features/index.js'
import { auditEvents } from './audit-collection.js'
import { auditOption } from './audit-options.js'
import { auditRecorder } from './audit-recorder.js'

/** The audit log of a site. */
export const auditFeature = defineFeature({
  name: 'audit',
  options: [auditOption],
  collections: [auditEvents],
  stop: site => auditRecorder(site).flush(),
})
