import { permit, type SiteContext } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import { storedUserStyles } from '../global-styles/index.js'
import { themes } from '../themes/index.js'
import { changedTemplates } from './changed-templates.js'
import { mayExportTheme } from './export-access.js'
import { exportedJson } from './exported-json.js'
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
