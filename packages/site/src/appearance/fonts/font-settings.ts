import type { Schema } from '@platen/core'
import { text } from '../../kernel/rest/index.js'

/** The argument with the settings of a family. */
export const FAMILY_SETTINGS = 'font_family_settings'

const preview = {
  description: 'The URL of an image that shows the font.',
  type: 'string',
  format: 'uri',
  default: '',
} as const

/** The schema of the settings of a font family. */
export const familySettings = {
  description: 'What the family is called, and how styles name it.',
  type: 'object',
  properties: {
    name: text('The name of the family, for people.'),
    slug: text('Its name in presets; it never changes.'),
    fontFamily: text('The value of the CSS property `font-family`.'),
    preview,
  },
  required: ['name', 'slug', 'fontFamily'],
  additionalProperties: false,
} as const satisfies Schema

/** The schema of the settings of a font face: the descriptors of `@font-face` in CSS. */
export const faceSettings = {
  description: 'The descriptors of the face, and the URLs of its files.',
  type: 'object',
  properties: {
    fontFamily: { ...text('The descriptor `font-family`.'), default: '' },
    fontStyle: { ...text('The descriptor `font-style`.'), default: 'normal' },
    fontWeight: {
      description: 'The descriptor `font-weight`: a weight, or a range of them.',
      default: '400',
      type: ['string', 'integer'],
    },
    fontDisplay: {
      ...text('The descriptor `font-display`.'),
      default: 'fallback',
      enum: ['auto', 'block', 'fallback', 'swap', 'optional'],
    },
    src: {
      description: 'The URLs of its files, or the names of form fields with uploaded ones.',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      default: [],
    },
    fontStretch: text('The descriptor `font-stretch`.'),
    ascentOverride: text('The descriptor `ascent-override`.'),
    descentOverride: text('The descriptor `descent-override`.'),
    fontVariant: text('The descriptor `font-variant`.'),
    fontFeatureSettings: text('The descriptor `font-feature-settings`.'),
    fontVariationSettings: text('The descriptor `font-variation-settings`.'),
    lineGapOverride: text('The descriptor `line-gap-override`.'),
    sizeAdjust: text('The descriptor `size-adjust`.'),
    unicodeRange: text('The descriptor `unicode-range`.'),
    preview,
  },
  required: ['fontFamily', 'src'],
  additionalProperties: false,
} as const satisfies Schema

/** The version of theme.json that settings are in: the argument and the field. */
export const versionSchema = {
  description: 'The version of theme.json that the settings are written for.',
  type: 'integer',
  default: 3,
  minimum: 2,
  maximum: 3,
} as const satisfies Schema

/** The version that settings are stored and shown in. */
export const STORED_VERSION = 3

/** The argument for settings: JSON as text, since forms with files have no objects. */
export const settingsArg = (description: string) => ({ description, type: 'string', required: true }) as const
