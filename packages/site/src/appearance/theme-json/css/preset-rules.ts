import { isMap } from '../../../kernel/text/index.js'
import { mapAt, valueAt } from '../json-map.js'
import { ORIGINS, PRESETS, type PresetKind } from '../presets.js'
import type { JsonObject } from '../theme-json.js'
import { resolveVariable } from '../variables.js'
import { PIXELS } from '../viewports.js'
import { cssValue, kebabCase } from './css-value.js'
import { type Declaration, rule } from './declarations.js'
import { withEnding } from './selectors.js'

/** Limits for the CSS of a theme's custom settings. */
const MAX_CUSTOM = 2000
const MAX_DEPTH = 10

/** The value of a preset as CSS. */
function presetValue(kind: PresetKind, preset: JsonObject, settings: JsonObject): string | undefined {
  if (kind.variable === 'duotone') {
    const slug = kebabCase(String(preset['slug']))
    return `url('#wp-duotone-${slug}')`
  }
  const value =
    kind.variable === 'font-size' ? fluidSize(preset, mapAt(settings, 'typography')['fluid']) : preset[kind.value]
  return cssValue(typeof value === 'string' ? resolveVariable(value) : value)
}

/** The presets of a kind in settings, in ascending precedence, each slug once. */
function presetsOf(kind: PresetKind, settings: JsonObject): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const presets = valueAt(settings, kind.path)
  const lists = isMap(presets) ? ORIGINS.map(origin => presets[origin]) : [presets]
  for (const preset of lists.flatMap(list => (Array.isArray(list) ? list : []))) {
    if (!isMap(preset) || typeof preset['slug'] !== 'string') continue
    const slug = kebabCase(preset['slug'])
    const value = presetValue(kind, preset, settings)
    if (slug !== '' && value !== undefined) values.set(slug, value)
  }
  return values
}

const variable = ({ variable: name }: PresetKind, slug: string): string => `--wp--preset--${name}--${slug}`

/** The custom properties of the presets and the custom values of settings. */
export function variablesOf(settings: JsonObject): readonly Declaration[] {
  const declarations: Declaration[] = []
  for (const kind of PRESETS)
    for (const [slug, value] of presetsOf(kind, settings)) declarations.push([variable(kind, slug), value])
  const custom = settings['custom']
  if (isMap(custom)) addCustom(custom, '--wp--custom', 0, declarations, declarations.length + MAX_CUSTOM)
  return declarations
}

function addCustom(values: JsonObject, prefix: string, depth: number, to: Declaration[], limit: number): void {
  for (const [key, value] of Object.entries(values)) {
    const name = kebabCase(key)
    if (name === '' || to.length >= limit) continue
    if (isMap(value)) {
      if (depth < MAX_DEPTH) addCustom(value, `${prefix}--${name}`, depth + 1, to, limit)
      continue
    }
    const text = cssValue(typeof value === 'string' ? resolveVariable(value) : value)
    if (text !== undefined) to.push([`${prefix}--${name}`, text])
  }
}

/** The rules of the classes that apply presets, such as `has-ink-color`, to the elements that a selector selects. */
export function presetClasses(settings: JsonObject, selector = ''): string {
  return PRESETS.flatMap(kind =>
    Object.entries(kind.classes ?? {}).flatMap(([end, property]) =>
      [...presetsOf(kind, settings).keys()].map(slug =>
        rule(withEnding(selector, `.has-${slug}-${end}`), [[property, `var(${variable(kind, slug)}) !important`]]),
      ),
    ),
  ).join('')
}

const length = /^(-?\d{1,6}|-?\d{0,6}\.\d{1,6})(px|em|rem)$/

/** How a font size follows the width of the window, in pixels. */
interface FluidRules {
  readonly narrowest: number
  readonly widest: number
  readonly smallest: number
}

/**
 * The default bounds: the widths between which sizes grow, and the minimum font size below which text does not shrink.
 */
const DEFAULTS: FluidRules = { narrowest: 320, widest: 1600, smallest: 14 }
/** The factor for a font size without its own minimum in the narrowest window. */
const SHRUNK = 0.75

/** A length in pixels; `undefined` for anything else. */
function pixels(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 40) return undefined
  const [, size, unit] = length.exec(value.trim()) ?? []
  return size === undefined || unit === undefined ? undefined : Number(size) * (PIXELS[unit] ?? 1)
}

function rulesOf(fluid: unknown): FluidRules | undefined {
  if (fluid !== true && !isMap(fluid)) return undefined
  const options: JsonObject = fluid === true ? {} : fluid
  const rules = {
    narrowest: pixels(options['minViewportWidth']) ?? DEFAULTS.narrowest,
    widest: pixels(options['maxViewportWidth']) ?? DEFAULTS.widest,
    smallest: pixels(options['minFontSize']) ?? DEFAULTS.smallest,
  }
  return rules.widest > rules.narrowest ? rules : undefined
}

const rem = (size: number): string => `${round(size / 16)}rem`
const round = (value: number): number => Math.round(value * 1000) / 1000

/**
 * The size of a font size preset. It grows with the window if `fluid` of the typography settings or of the preset
 * enables it: from its minimum in the narrowest window to its maximum in the widest. Other sizes do not change.
 */
function fluidSize(preset: JsonObject, fluid: unknown): unknown {
  const { size, fluid: fluidPreset } = preset
  const rules = rulesOf(fluid) ?? (isMap(fluidPreset) ? DEFAULTS : undefined)
  const fixed = pixels(size)
  if (rules === undefined || fluidPreset === false) return size
  const bounds = isMap(fluidPreset) ? fluidPreset : {}
  const most = pixels(bounds['max']) ?? fixed
  const least = pixels(bounds['min']) ?? (fixed === undefined ? undefined : Math.max(fixed * SHRUNK, rules.smallest))
  if (most === undefined || least === undefined || !(most > least)) return size
  const slope = (most - least) / (rules.widest - rules.narrowest)
  return `clamp(${rem(least)}, ${rem(least - slope * rules.narrowest)} + ${round(slope * 100)}vw, ${rem(most)})`
}
