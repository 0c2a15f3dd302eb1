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

/** A use of the `playlist` shortcode. */
export interface PlaylistUse {
  readonly named: ShortcodeAttributes['named']
  /** The post being rendered, whose files a playlist without named files plays; 0 if there is none. */
  readonly postId: number
}

/** Returns the HTML of a playlist. It is called for each use and should only read loaded data. */
export type PlaylistLookup = (use: PlaylistUse) => string

const findUses = (text: string, name: string): readonly ShortcodeAttributes['named'][] => {
  if (!text.includes(`[${name}`)) return []
  const found = findShortcodes(text, tag => tag === name)
  return [...found].map(({ attributes }) => parseShortcodeAttributes(attributes).named)
}

/** The attributes of the galleries in a text, so that their images can be loaded before it is rendered. */
export const findGalleries = (text: string): readonly ShortcodeAttributes['named'][] => findUses(text, 'gallery')

/** The attributes of the playlists in a text, so that their files can be loaded before it is rendered. */
export const findPlaylists = (text: string): readonly ShortcodeAttributes['named'][] => findUses(text, 'playlist')
