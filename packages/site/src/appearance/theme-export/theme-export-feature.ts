import { binaryBody, endpoint, type HandlerRequest, type Reply } from '@platen/core'
import { defineFeature } from '../../kernel/features/index.js'
import type { As, ContentCalls } from '../../kernel/operations/index.js'
import { type ActiveThemeLinks, activeThemeLinks } from '../themes/index.js'
import { type ExportedTheme, exportTheme, mayExportTheme } from './export-theme.js'

/** The export of the active theme in process. */
export interface ThemeExportContent {
  /** Packs the active theme with the changes of users; see `exportTheme`. */
  archive(by: As): Promise<ExportedTheme>
}

const themeExportContent = ({ site, actor }: ContentCalls): ThemeExportContent =>
  Object.freeze<ThemeExportContent>({ archive: async by => exportTheme(site, await actor(by)) })

/** The link to the export of a theme with blocks. */
const exportLink: ActiveThemeLinks = ({ apiUrl, dialect: { prefix } }, { isBlockTheme }, principal) => {
  if (!isBlockTheme) return {}
  const allow = mayExportTheme(principal) === true ? ['GET'] : []
  return {
    [`${prefix}:export-theme`]: [{ targetHints: { allow }, href: `${apiUrl}/${prefix}-block-editor/v1/export` }],
  }
}

/** The active theme as a ZIP archive, with the changes of users. */
export const themeExportFeature = defineFeature({
  name: 'theme-export',
  setup({ context }) {
    context.get(activeThemeLinks).push(exportLink)
  },
  content: calls => ({ themeExport: themeExportContent(calls) }),
  routes(site) {
    site.registry.route(`${site.dialect.prefix}-block-editor/v1`, '/export', {
      endpoints: [
        endpoint({
          methods: 'GET',
          responds: { shape: 'item', mediaType: 'application/zip' },
          args: {},
          permission: ({ principal }) => mayExportTheme(principal),
          async handler(request: HandlerRequest): Promise<Reply> {
            const { name, bytes } = await exportTheme(site, site.principal(request))
            return {
              body: binaryBody('application/zip', bytes),
              headers: { 'Content-Disposition': `attachment; filename=${name}`, 'Cache-Control': 'no-store' },
              fieldsApplied: true,
            }
          },
        }),
      ],
    })
  },
})
