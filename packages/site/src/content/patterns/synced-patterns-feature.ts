import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import type { MetaRegistrations } from '../meta/index.js'
import { postRoutes } from '../posts/index.js'
import { postTypes } from '../types/index.js'
import { patternFields } from './pattern-fields.js'
import { SYNC_STATUSES, syncStatusKey } from './sync-status.js'

/** Synced patterns: blocks that are stored once and used in many posts. */
export const syncedPatternsFeature = defineFeature({
  name: 'synced patterns',
  setup(site: SetupCalls & MetaRegistrations) {
    const { dialect } = site.context
    site.registerMeta({
      object: 'post',
      subtype: `${dialect.prefix}_block`,
      key: syncStatusKey(dialect),
      type: 'string',
      single: true,
      description: 'Whether uses of the pattern follow its changes.',
      schema: { enum: SYNC_STATUSES },
    })
  },
  routes(site) {
    const type = site.get(postTypes).get(`${site.dialect.prefix}_block`)
    if (type?.showInRest === true) postRoutes(site, type, patternFields(site, type))
  },
})
