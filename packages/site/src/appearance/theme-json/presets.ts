import { isMap } from '../../kernel/text/index.js'
import { valueAt, withValueAt } from './json-map.js'
import type { JsonObject } from './theme-json.js'

/** The origin of a preset: the site itself, its theme, or its users. */
export const ORIGINS = ['default', 'theme', 'custom'] as const
export type Origin = (typeof ORIGINS)[number]

/** A kind of presets: named values of a theme. */
export interface PresetKind {
  /** Where the lists of presets are in the settings. */
  readonly path: readonly [group: string, list: string]
  /** The property of a preset with its value. */
  readonly value: string
  /** The name of the kind in custom properties. */
  readonly variable: string
  /** The setting that, if true, prevents presets of a theme from replacing default ones with the same slug. */
  readonly defaults?: string | undefined
  /** The ends of the classes that apply a preset, each with the property that it sets. */
  readonly classes?: Readonly<Record<string, string>> | undefined
}

/** The kinds of presets. */
export const PRESETS: readonly PresetKind[] = [
  { path: ['dimensions', 'aspectRatios'], value: 'ratio', variable: 'aspect-ratio', defaults: 'defaultAspectRatios' },
  {
    path: ['color', 'palette'],
    value: 'color',
    variable: 'color',
    defaults: 'defaultPalette',
    classes: { color: 'color', 'background-color': 'background-color', 'border-color': 'border-color' },
  },
  {
    path: ['color', 'gradients'],
    value: 'gradient',
    variable: 'gradient',
    defaults: 'defaultGradients',
    classes: { 'gradient-background': 'background' },
  },
  { path: ['color', 'duotone'], value: 'colors', variable: 'duotone', defaults: 'defaultDuotone' },
  {
    path: ['typography', 'fontSizes'],
    value: 'size',
    variable: 'font-size',
    defaults: 'defaultFontSizes',
    classes: { 'font-size': 'font-size' },
  },
  {
    path: ['typography', 'fontFamilies'],
    value: 'fontFamily',
    variable: 'font-family',
    classes: { 'font-family': 'font-family' },
  },
  { path: ['spacing', 'spacingSizes'], value: 'size', variable: 'spacing', defaults: 'defaultSpacingSizes' },
  { path: ['shadow', 'presets'], value: 'shadow', variable: 'shadow', defaults: 'defaultPresets' },
  { path: ['border', 'radiusSizes'], value: 'size', variable: 'border-radius' },
  { path: ['dimensions', 'dimensionSizes'], value: 'size', variable: 'dimension' },
]

/** Whether a value has the presets of each origin, rather than those of one. */
const isByOrigin = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  (isMap(value) && Object.keys(value).length > 0 && !Object.hasOwn(value, '0'))

/** The values of a list that a form or a client has written as a map of its indexes. */
const asList = (value: unknown): unknown => (isMap(value) ? Object.values(value) : value)

/** Settings whose presets are lists, with these as the presets of an origin. */
export function withOrigin(settings: JsonObject, origin: Origin): JsonObject {
  let result = settings
  for (const { path } of PRESETS) {
    const value = valueAt(settings, path)
    if (value !== undefined && !isByOrigin(value)) result = withValueAt(result, path, { [origin]: asList(value) })
  }
  return result
}

/** The slug of a preset; `undefined` if it has none. */
export const slugOf = (preset: unknown): unknown => (isMap(preset) ? preset['slug'] : undefined)

/** Settings without presets of a theme that have the slug of a default one, where the settings protect the defaults. */
export function withoutReplacedDefaults(settings: JsonObject): JsonObject {
  let result = settings
  for (const { path, defaults } of PRESETS) {
    if (defaults === undefined || valueAt(settings, [path[0], defaults]) !== true) continue
    const [standard, themes] = (['default', 'theme'] as const).map(origin => valueAt(settings, [...path, origin]))
    if (!Array.isArray(standard) || !Array.isArray(themes)) continue
    const taken = new Set(standard.map(slugOf))
    result = withValueAt(
      result,
      [...path, 'theme'],
      themes.filter(preset => !taken.has(slugOf(preset))),
    )
  }
  return result
}
