import { compileSchema, messageOf, once, type Schema } from '@platen/core'
import { isMap } from '../../kernel/text/index.js'

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A template that posts of the given types may choose. */
export interface CustomTemplate {
  readonly name: string
  readonly title: string
  /** Pages by default. */
  readonly postTypes?: readonly string[] | undefined
}

/** The title and area of a template part. */
export interface TemplatePartEntry {
  readonly name: string
  readonly title?: string | undefined
  readonly area?: string | undefined
}

/** A file `theme.json`, checked and upgraded to version 3. */
export interface ThemeJson {
  readonly version: 3
  readonly title?: string | undefined
  readonly settings?: JsonObject | undefined
  readonly styles?: JsonObject | undefined
  readonly customTemplates?: readonly CustomTemplate[] | undefined
  readonly templateParts?: readonly TemplatePartEntry[] | undefined
  /** Slugs of patterns of the pattern directory that the theme recommends. */
  readonly patterns?: readonly string[] | undefined
}

/** A style variation: a `theme.json` of styles and settings. */
export interface StyleVariationJson extends ThemeJson {
  readonly slug?: string | undefined
  readonly description?: string | undefined
  readonly blockTypes?: readonly string[] | undefined
}

/** Thrown for a file of a theme that is invalid. The message names the file, and the key if there is one. */
export class ThemeError extends Error {
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`)
    this.name = 'ThemeError'
  }
}

const TEXT: Schema = { type: 'string' }
const TEXTS: Schema = { type: 'array', items: TEXT }
const MAP: Schema = { type: 'object' }

/** A list of presets: each has a slug, a name, and its own values. */
const PRESETS: Schema = {
  type: 'array',
  items: { type: 'object', properties: { slug: { ...TEXT, required: true }, name: TEXT } },
}

const group = (lists: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(lists.map(list => [list, PRESETS])),
})

const SETTING_GROUPS: Readonly<Record<string, Schema>> = {
  color: group(['palette', 'gradients', 'duotone']),
  typography: group(['fontSizes', 'fontFamilies']),
  spacing: group(['spacingSizes']),
  shadow: group(['presets']),
  dimensions: group(['aspectRatios', 'dimensionSizes']),
  border: group(['radiusSizes']),
  layout: MAP,
  custom: MAP,
}

const SETTINGS: Schema = {
  type: 'object',
  properties: {
    ...SETTING_GROUPS,
    blocks: { type: 'object', additionalProperties: { type: 'object', properties: SETTING_GROUPS } },
  },
}

const STYLES: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      ['color', 'typography', 'spacing', 'border', 'dimensions', 'outline', 'filter', 'background'].map(name => [
        name,
        MAP,
      ]),
    ),
    css: TEXT,
    elements: { type: 'object', additionalProperties: MAP },
    blocks: { type: 'object', additionalProperties: MAP },
    variations: { type: 'object', additionalProperties: MAP },
  },
}

const THEME_JSON: Schema = {
  type: 'object',
  properties: {
    $schema: TEXT,
    version: { type: 'integer', enum: [2, 3] },
    title: TEXT,
    slug: TEXT,
    description: TEXT,
    settings: SETTINGS,
    styles: STYLES,
    customTemplates: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { ...TEXT, required: true },
          title: { ...TEXT, required: true },
          postTypes: TEXTS,
        },
      },
    },
    templateParts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { ...TEXT, required: true }, title: TEXT, area: TEXT },
      },
    },
    patterns: TEXTS,
    blockTypes: TEXTS,
  },
}

/** Compiled with the first file: many sites have none. */
const compiled = once(() => compileSchema(THEME_JSON))

/** The known keys; others, such as `$schema`, are dropped. */
const KNOWN_KEYS = [
  'title',
  'slug',
  'description',
  'settings',
  'styles',
  'customTemplates',
  'templateParts',
  'patterns',
  'blockTypes',
]

/** The JSON object in a file. Throws a `ThemeError`. */
function parseObject(file: string, text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new ThemeError(file, `not valid JSON: ${messageOf(cause)}`)
  }
  if (!isMap(value)) throw new ThemeError(file, 'not a JSON object')
  return value
}

/**
 * Reads a file `theme.json`, or that of a style variation, which need not state a version. Throws a `ThemeError` that
 * names the file and the key.
 */
export function readThemeJson(file: string, text: string, isVariation = false): StyleVariationJson {
  const json = parseObject(file, text)
  const { version = isVariation ? 3 : undefined } = json
  if (version === undefined) throw new ThemeError(file, '"version" is missing; 2 and 3 are supported')
  if (version !== 2 && version !== 3)
    throw new ThemeError(file, `"version" is ${JSON.stringify(version)}; 2 and 3 are supported`)
  const error = compiled().validate(json, 'theme.json')
  if (error !== undefined) throw new ThemeError(file, error.message.replace(/^theme\.json/, ''))
  const current = atVersionThree(json, version)
  return Object.freeze({
    ...Object.fromEntries(KNOWN_KEYS.filter(key => Object.hasOwn(current, key)).map(key => [key, current[key]])),
    version: 3,
  })
}

type Values = Readonly<Record<string, unknown>>

const mapAt = (values: Values, key: string): Values | undefined => {
  const value = values[key]
  return isMap(value) ? value : undefined
}

/** The sizes of a version 2 theme replace the default ones, and its list of spacing sizes also its scale. */
function upgradeSettings(settings: Values): Values {
  const typography = mapAt(settings, 'typography')
  const spacing = mapAt(settings, 'spacing')
  const { spacingScale, ...otherSpacing } = spacing ?? {}
  const listsSpacing = spacing?.['spacingSizes'] !== undefined
  return {
    ...settings,
    ...(typography?.['fontSizes'] !== undefined && { typography: { defaultFontSizes: false, ...typography } }),
    ...((listsSpacing || spacingScale !== undefined) && {
      spacing: { defaultSpacingSizes: false, ...(listsSpacing ? otherSpacing : spacing) },
    }),
  }
}

/** A `theme.json` in the form of version 3. */
function atVersionThree(json: Values, version: 2 | 3): Values {
  const settings = mapAt(json, 'settings')
  return version === 3 || settings === undefined ? json : { ...json, settings: upgradeSettings(settings) }
}
