import { defineFeature } from '../../kernel/features/index.js'
import { fontRegistrations } from './font-registrations.js'
import { fontsContent } from './operations/font-content.js'
import { registerFontCollections } from './rest/register-font-collections.js'
import { registerFontFaces } from './rest/register-font-faces.js'
import { registerFontFamilies } from './rest/register-font-families.js'
import { registerFontRemovals } from './stored-font-files.js'

/** Fonts that a site offers in its styles: families, their faces with uploaded files, and collections to choose from. */
export const fontsFeature = defineFeature({
  name: 'fonts',
  registrations: fontRegistrations,
  setup: registerFontRemovals,
  content: calls => ({ fonts: fontsContent(calls) }),
  routes(site) {
    registerFontFamilies(site)
    registerFontFaces(site)
    registerFontCollections(site)
  },
})
