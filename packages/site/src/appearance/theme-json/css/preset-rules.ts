import { isMap } from '../../../kernel/text/index.js'
import { mapAt, valueAt } from '../json-map.js'
import { ORIGINS, PRESETS, type PresetKind } from '../presets.js'
import type { JsonObject } from '../theme-json.js'
import { resolveVariable } from '../variables.js'
import { cssValue, kebabCase } from './css-value.js'
import type { Declaration } from './declarations.js'
import { fluidSize } from './fluid-size.js'
import { rule } from './rules.js'
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
  const given = valueAt(settings, kind.path)
  const lists = isMap(given) ? ORIGINS.map(origin => given[origin]) : [given]
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
