import { isMap } from '../../../kernel/text/index.js'
import { valueAt } from '../json-map.js'
import { ORIGINS } from '../presets.js'
import type { JsonObject } from '../theme-json.js'
import { cssValue } from './css-value.js'
import { type Declaration, fileOf, rule, type ValueScope } from './declarations.js'

/** The descriptors of a face, by the property that sets them. */
const DESCRIPTORS: Readonly<Record<string, string>> = {
  fontFamily: 'font-family',
  fontStyle: 'font-style',
  fontWeight: 'font-weight',
  fontDisplay: 'font-display',
  fontStretch: 'font-stretch',
  fontFeatureSettings: 'font-feature-settings',
  fontVariationSettings: 'font-variation-settings',
  ascentOverride: 'ascent-override',
  descentOverride: 'descent-override',
  lineGapOverride: 'line-gap-override',
  sizeAdjust: 'size-adjust',
  unicodeRange: 'unicode-range',
}

const FORMATS: Readonly<Record<string, string>> = {
  woff2: 'woff2',
  woff: 'woff',
  ttf: 'truetype',
  otf: 'opentype',
}

function sourceOf(src: unknown, scope: Pick<ValueScope, 'fileUrl'>): string | undefined {
  const url = fileOf(src, scope)
  if (url === undefined) return undefined
  const format = FORMATS[/\.(\w{3,5})$/.exec(url)?.[1]?.toLowerCase() ?? '']
  return `url('${url}')${format === undefined ? '' : ` format('${format}')`}`
}

function faceRule(face: JsonObject, scope: Pick<ValueScope, 'fileUrl'>): string {
  const sources = [face['src']].flat().flatMap(src => sourceOf(src, scope) ?? [])
  if (sources.length === 0 || cssValue(face['fontFamily']) === undefined) return ''
  const declarations = Object.entries(DESCRIPTORS).flatMap(([key, descriptor]): readonly Declaration[] => {
    const value = cssValue(face[key])
    if (value === undefined) return []
    return [[descriptor, key === 'fontFamily' && /\s/.test(value) && !/["',]/.test(value) ? `"${value}"` : value]]
  })
  return rule('@font-face', [...declarations, ['src', sources.join(', ')]])
}

/** The rules of the faces of the font families in settings. Faces whose files have no URL are omitted. */
export function fontFaceRules(settings: JsonObject, scope: Pick<ValueScope, 'fileUrl'>): string {
  const families = valueAt(settings, ['typography', 'fontFamilies'])
  const lists = isMap(families) ? ORIGINS.map(origin => families[origin]) : [families]
  return lists
    .flatMap(list => (Array.isArray(list) ? list : []))
    .flatMap(family => (isMap(family) && Array.isArray(family['fontFace']) ? family['fontFace'] : []))
    .map(face => (isMap(face) ? faceRule(face, scope) : ''))
    .join('')
}
