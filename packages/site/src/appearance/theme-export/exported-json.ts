import { isMap } from '../../kernel/text/index.js'
import {
  type JsonObject,
  mergeTrees,
  PRESETS,
  type StyleTreeInput,
  slugOf,
  type ThemeJson,
  valueAt,
  withValueAt,
} from '../theme-json/index.js'

/** The presets of a theme with the changes and additions of users. */
function flatPresets(own: unknown, users: unknown): unknown {
  if (!isMap(users)) return users
  const theme = users['theme'] ?? own
  const custom = users['custom']
  const [below, above] = [theme, custom].map(list => (Array.isArray(list) ? list : []))
  const replaced = new Set((above ?? []).map(slugOf))
  return [...(below ?? []).filter(preset => !replaced.has(slugOf(preset))), ...(above ?? [])]
}

/** Settings of users without origins: their presets are lists, as in the file of a theme. */
function flatSettings(own: JsonObject, users: JsonObject): JsonObject {
  let result = users
  for (const { path } of PRESETS) {
    const given = valueAt(users, path)
    if (given !== undefined) result = withValueAt(result, path, flatPresets(valueAt(own, path), given))
  }
  const scale = valueAt(users, ['spacing', 'spacingScale'])
  if (isMap(scale))
    result = withValueAt(result, ['spacing', 'spacingScale'], scale['custom'] ?? scale['theme'] ?? scale)
  return result
}

const mapOf = (value: unknown): JsonObject => (isMap(value) ? value : {})

/**
 * The `theme.json` of a theme with the changes of users: settings and styles are merged, everything else is unchanged.
 */
export function exportedJson(own: ThemeJson, users: StyleTreeInput): string {
  const { version, settings = {}, styles = {}, ...rest } = own
  const merged = mergeTrees([
    { settings, styles },
    { settings: flatSettings(settings, mapOf(users.settings)), styles: mapOf(users.styles) },
  ])
  const present = (value: JsonObject) => (Object.keys(value).length === 0 ? undefined : value)
  const json = { version, ...rest, settings: present(merged.settings), styles: present(merged.styles) }
  return `${JSON.stringify(json, undefined, '\t')}\n`
}
