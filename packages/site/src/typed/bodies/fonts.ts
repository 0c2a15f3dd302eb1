// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/font-families`. */
export interface FontFamily extends Linked {
  /** The identifier of the family. */
  id: number
  /** The version of theme.json that the settings are written for. */
  theme_json_version: number
  /** The ids of the faces of the family. */
  font_faces: number[]
  /** What the family is called, and how styles name it. */
  font_family_settings: {
    /** The name of the family, for people. */
    name: string
    /** Its name in presets; it never changes. */
    slug: string
    /** The value of the CSS property `font-family`. */
    fontFamily: string
    /** The URL of an image that shows the font. */
    preview?: string
  }
}

/** A response of `/cms/v2/font-families/…/font-faces`. */
export interface FontFace extends Linked {
  /** The identifier of the face. */
  id: number
  /** The version of theme.json that the settings are written for. */
  theme_json_version: number
  /** The id of its family. */
  parent: number
  /** The descriptors of the face, and the URLs of its files. */
  font_face_settings: {
    /** The descriptor `font-family`. */
    fontFamily: string
    /** The descriptor `font-style`. */
    fontStyle?: string
    /** The descriptor `font-weight`: a weight, or a range of them. */
    fontWeight?: string | number
    /** The descriptor `font-display`. */
    fontDisplay?: 'auto' | 'block' | 'fallback' | 'swap' | 'optional'
    /** The URLs of its files, or the names of form fields with uploaded ones. */
    src: string | string[]
    /** The descriptor `font-stretch`. */
    fontStretch?: string
    /** The descriptor `ascent-override`. */
    ascentOverride?: string
    /** The descriptor `descent-override`. */
    descentOverride?: string
    /** The descriptor `font-variant`. */
    fontVariant?: string
    /** The descriptor `font-feature-settings`. */
    fontFeatureSettings?: string
    /** The descriptor `font-variation-settings`. */
    fontVariationSettings?: string
    /** The descriptor `line-gap-override`. */
    lineGapOverride?: string
    /** The descriptor `size-adjust`. */
    sizeAdjust?: string
    /** The descriptor `unicode-range`. */
    unicodeRange?: string
    /** The URL of an image that shows the font. */
    preview?: string
  }
}

/** A response of `/cms/v2/font-collections`. */
export interface FontCollection extends Linked {
  /** The name of the collection. */
  slug: string
  /** Its name, for people. */
  name: string
  /** What it offers. */
  description: string
  /** Its families. */
  font_families: unknown[]
  /** The categories of its families. */
  categories: unknown[]
}
