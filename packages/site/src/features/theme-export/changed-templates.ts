import type { SiteContext } from '../../site-context.js'
import type { ActiveTheme } from '../../themes/theme.js'

/** The templates and parts of a theme by the paths of their files. */
export async function changedTemplates(_site: SiteContext, theme: ActiveTheme): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...theme.templates.map(({ slug, content }) => [`templates/${slug}.html`, content] as const),
    ...theme.parts.map(({ slug, content }) => [`parts/${slug}.html`, content] as const),
  ])
}
