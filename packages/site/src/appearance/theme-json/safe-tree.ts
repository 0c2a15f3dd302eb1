import { isMap } from '../../kernel/text/index.js'
import { cssValue, isSafeFile } from './css/css-value.js'
import { endsStyleElement } from './css/custom-css.js'
import { mapValues } from './json-map.js'
import type { StyleTree } from './style-tree.js'
import type { JsonObject } from './theme-json.js'
import { resolveVariable } from './variables.js'

/** The settings whose values are not CSS: names of presets, and metadata of fonts. */
const LABELS = new Set(['name', 'slug', 'units', 'ref', 'title', 'source', 'operator', 'unit', 'unicodeRange'])

/** The texts that name a file, alone or in a list. */
const FILES = new Set(['url', 'src'])

function safeText(key: string, text: string): string | undefined {
  if (FILES.has(key)) return text.startsWith('file:./') || isSafeFile(text) ? text : undefined
  if (key === 'css') return endsStyleElement(text) ? undefined : text
  if (LABELS.has(key)) return /[<>]/.test(text) ? undefined : text
  return text === '' || cssValue(resolveVariable(text)) !== undefined ? text : undefined
}

function safe(value: unknown, key: string): unknown {
  if (typeof value === 'string') return safeText(key, value)
  if (Array.isArray(value)) return value.map(item => safe(item, key)).filter(item => item !== undefined)
  return isMap(value) ? mapValues(value, safe) : value
}

const safeMap = (map: JsonObject): JsonObject => mapValues(map, safe)

/** A style tree without values that are not single CSS values, load unsafe URLs, or end a `style` element. */
export const safeTree = ({ settings, styles }: StyleTree): StyleTree => ({
  settings: safeMap(settings),
  styles: safeMap(styles),
})
