import { registerRootIndex } from '@platen/core'
import { defineFeature } from '../../kernel/features/index.js'
import { describeSite } from './site-description.js'
import { SITE_FIELDS } from './site-fields.js'

/** The root index (specification section 4.3), which describes the site and all routes. */
export const rootFeature = defineFeature({
  name: 'root',
  routes(site) {
    registerRootIndex(site.registry, request => describeSite(site, request), {
      context: site.dialect.rootContext,
      fields: SITE_FIELDS,
    })
  },
})
