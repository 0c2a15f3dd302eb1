import type { Registering } from '../../kernel/features/index.js'
import { type FontCollection, type FontCollectionOptions, fontCollection, fontCollections } from './font-collections.js'

/** The registration call for collections of fonts. */
export interface FontRegistrations {
  /** Registers fonts that users can add to the site: the given ones, or those listed at a URL. */
  registerFontCollection(slug: string, options: FontCollectionOptions): FontCollection
}

/** Creates the call for a site. */
export const fontRegistrations = ({ added }: Registering): FontRegistrations => ({
  registerFontCollection: (slug, options) => added(fontCollections, slug, fontCollection(slug, options)),
})
