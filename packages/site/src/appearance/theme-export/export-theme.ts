import type { PermissionResult, Principal } from '@platen/core'
import { type Block, parseBlocks, serializeBlocks } from '@platen/rendering'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import { permit, type SiteContext } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { isMap } from '../../kernel/text/index.js'
import { storedUserStyles } from '../global-styles/index.js'
import { allTemplateKinds, findTemplates } from '../templates/index.js'
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
import { themes } from '../themes/index.js'
import { archiveFiles, zipArchive } from './zip-archive.js'

/** The active theme as an archive. */
export interface ExportedTheme {
  /** The name of the archive, such as `garden.zip`. */
  readonly name: string
  /** A ZIP archive. */
  readonly bytes: Uint8Array
}

/**
 * Packs the active theme with the changes of users: its files, the users' templates and parts, and the users' styles in
 * its `theme.json`. Rejects with `rest_cannot_export_templates`, or `rest_export_too_large` for more than 64 MiB.
 */
export async function exportTheme(site: SiteContext, actor: Actor): Promise<ExportedTheme> {
  permit(mayExportTheme(actor))
  const theme = site.get(themes).active(await site.options())
  const { files, add } = archiveFiles()
  for await (const { path, bytes } of theme.readAll()) add(path, bytes)
  const encoder = new TextEncoder()
  for (const [path, content] of await changedTemplates(site, theme.stylesheet)) add(path, encoder.encode(content))
  add('theme.json', encoder.encode(exportedJson(theme.json, await storedUserStyles(site, theme.stylesheet))))
  const bytes = await zipArchive(files, site.services.clock())
  return { name: `${fileName(theme.stylesheet)}.zip`, bytes }
}

/** A name that needs no quotes in a header. */
const fileName = (stylesheet: string): string => stylesheet.replace(/[^\w.-]+/g, '-')

/** Whether a caller may download the active theme with the changes of users. */
export const mayExportTheme = (principal: Principal): PermissionResult =>
  principal.can('export') ||
  refusal({ principal }, 'rest_cannot_export_templates', 'You are not allowed to export templates and template parts.')

/** The content of a template without the theme of its parts: in a file, parts belong to its own theme. */
function withoutThemeOfParts(content: string, stylesheet: string): string {
  // Most templates are written as stored, and parsing all of them would take long.
  if (!content.includes('"theme"')) return content
  const blocks = parseBlocks(content)
  const open: Block[] = [...blocks]
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    for (const inner of block.innerBlocks) open.push(inner)
    const { theme, ...attributes } = block.attributes
    if (block.name === TEMPLATE_PART && theme === stylesheet) Object.assign(block, { attributes })
  }
  return serializeBlocks(blocks)
}

/** The templates and parts of the active theme as users have changed them, by the paths of their files. */
async function changedTemplates(site: SiteContext, stylesheet: string): Promise<ReadonlyMap<string, string>> {
  const { templates, parts } = allTemplateKinds(site)
  const all = await Promise.all([templates, parts].map(kind => findTemplates(site, site.store, kind)))
  const folders = ['templates', 'parts']
  return new Map(
    all.flatMap((list, i) =>
      list
        .filter(({ theme, source }) => theme === stylesheet && source !== 'plugin')
        .map(({ slug, content }) => [`${folders[i]}/${slug}.html`, withoutThemeOfParts(content, stylesheet)] as const),
    ),
  )
}

/** The presets of a theme with the changes and additions of users. */
function flatPresets(ofTheme: unknown, users: unknown): unknown {
  if (!isMap(users)) return users
  const theme = users['theme'] ?? ofTheme
  const custom = users['custom']
  const [below, above] = [theme, custom].map(list => (Array.isArray(list) ? list : []))
  const replaced = new Set((above ?? []).map(slugOf))
  return [...(below ?? []).filter(preset => !replaced.has(slugOf(preset))), ...(above ?? [])]
}

/** Settings of users without origins: their presets are lists, as in the file of a theme. */
function flatSettings(ofTheme: JsonObject, users: JsonObject): JsonObject {
  let result = users
  for (const { path } of PRESETS) {
    const ofUsers = valueAt(users, path)
    if (ofUsers !== undefined) result = withValueAt(result, path, flatPresets(valueAt(ofTheme, path), ofUsers))
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
function exportedJson(ofTheme: ThemeJson, users: StyleTreeInput): string {
  const { version, settings = {}, styles = {}, ...rest } = ofTheme
  const merged = mergeTrees([
    { settings, styles },
    { settings: flatSettings(settings, mapOf(users.settings)), styles: mapOf(users.styles) },
  ])
  const present = (value: JsonObject) => (Object.keys(value).length === 0 ? undefined : value)
  const json = { version, ...rest, settings: present(merged.settings), styles: present(merged.styles) }
  return `${JSON.stringify(json, undefined, '\t')}\n`
}
