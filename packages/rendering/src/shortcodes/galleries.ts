import { findShortcodes, parseShortcodeAttributes, type ShortcodeAttributes } from './shortcode-parser.js'

/** A use of the `gallery` shortcode. */
export interface GalleryUse {
  readonly named: ShortcodeAttributes['named']
  /** The post being rendered, whose images a gallery without named images shows; 0 if there is none. */
  readonly postId: number
  /** The number of the gallery within its text, from 1. */
  readonly number: number
}

/** Returns the HTML of a gallery. It is called for each use and should only read loaded data. */
export type GalleryLookup = (use: GalleryUse) => string

/** The attributes of the galleries in a text, so that their images can be loaded before it is rendered. */
export function findGalleries(text: string): readonly ShortcodeAttributes['named'][] {
  if (!text.includes('[gallery')) return []
  const found = findShortcodes(text, tag => tag === 'gallery')
  return [...found].map(({ attributes }) => parseShortcodeAttributes(attributes).named)
}
