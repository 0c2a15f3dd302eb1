import { defineFeature, type Registering } from '../../kernel/features/index.js'
import { type FontCollection, type FontCollectionOptions, fontCollection, fontCollections } from './font-collections.js'
import { fontsContent } from './operations/font-content.js'
import { registerFontCollections } from './rest/register-font-collections.js'
import { registerFontFaces } from './rest/register-font-faces.js'
import { registerFontFamilies } from './rest/register-font-families.js'
import { registerFontRemovals } from './stored-font-files.js'

/** The registration call for collections of fonts. */
export interface FontRegistrations {
  /** Registers fonts that users can add to the site: the given ones, or those listed at a URL. */
  registerFontCollection(slug: string, options: FontCollectionOptions): FontCollection
}

/** Creates the call for a site. */
const fontRegistrations = ({ added }: Registering): FontRegistrations => ({
  registerFontCollection: (slug, options) => added(fontCollections, slug, fontCollection(slug, options)),
})

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
