import { isMap } from '../../kernel/text/index.js'
import { withoutAddedCss } from './css/added-css.js'
import { cssValue, isSafeFile } from './css/css-value.js'
import { endsStyleElement } from './css/custom-css.js'
import { mapValues } from './json-map.js'
import type { StyleTreeInput } from './style-tree.js'
import type { JsonObject } from './theme-json.js'
import { resolveVariable } from './variables.js'

const NONE: StyleTreeInput = Object.freeze({})

/** Clients send missing settings as an empty list, as in responses, or as an empty text. */
const mapOf = (value: unknown): unknown => (value === '' || (Array.isArray(value) && value.length === 0) ? {} : value)

/** The content of a record: the users' styles, marked as such. */
export const writtenStyles = ({ settings, styles }: StyleTreeInput): string =>
  // Escaped, since the content of users without `unfiltered_html` is filtered as HTML.
  JSON.stringify({
    styles: mapOf(styles),
    settings: mapOf(settings),
    isGlobalStylesUserThemeJSON: true,
    version: 3,
  }).replace(/[<>&]/g, character => `\\u00${character.charCodeAt(0).toString(16)}`)

/** The stored styles of users; empty if the content is that of another kind of post. */
export function storedStyles({ content }: { readonly content: string }): StyleTreeInput {
  try {
    const stored: unknown = JSON.parse(content)
    return isMap(stored) && stored['isGlobalStylesUserThemeJSON'] === true ? stored : NONE
  } catch {
    return NONE
  }
}

/**
 * The content of a record without values that are not safe in CSS and without added custom CSS, for users who may not
 * write any; `undefined` if it does not contain styles.
 */
export function filteredStyles(content: string, before: string | undefined): string | undefined {
  const sent = storedStyles({ content })
  if (sent === NONE) return undefined
  const settings = safeMap(mapIn(sent.settings))
  const styles = safeMap(mapIn(sent.styles))
  const stylesBefore = before === undefined ? {} : storedStyles({ content: before }).styles
  return writtenStyles({ settings, styles: withoutAddedCss(styles, stylesBefore) })
}

const mapIn = (value: unknown) => (isMap(value) ? value : {})

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

/** Values that are single CSS values, load only safe URLs, and do not end a `style` element. */
const safeMap = (map: JsonObject): JsonObject => mapValues(map, safe)
