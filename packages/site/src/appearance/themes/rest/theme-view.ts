import type { Links } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { ActiveTheme, Theme } from '../reading/theme.js'
import { themes } from '../reading/themes.js'

/** The data of themes' fields, besides the theme. */
export interface ThemeView {
  readonly active: ActiveTheme
}

/** The data of themes' links, besides the theme. */
export interface LinkedThemeView extends ThemeView {
  /** The links that only the active theme has. */
  readonly relations: Links
}

/** All themes by stylesheet, including the active one, whatever its source. */
export async function themesAndView(
  site: SiteContext,
): Promise<{ readonly all: readonly Theme[]; readonly view: ThemeView }> {
  const registered = site.get(themes)
  const active = registered.active(await site.options())
  const all = registered.all()
  if (all.some(({ stylesheet }) => stylesheet === active.stylesheet)) return { all, view: { active } }
  const listed = [...all, active].sort((a, b) => (a.stylesheet < b.stylesheet ? -1 : 1))
  return { all: listed, view: { active } }
}

export const isActive = ({ stylesheet }: Theme, { active }: ThemeView): boolean => stylesheet === active.stylesheet

/** Whether the header of a theme contains the words of a search. */
export function matchesSearch({ stylesheet, header }: Theme, search: string): boolean {
  const { name, description, author, tags } = header
  const text = [stylesheet, name, description, author, ...tags].join('\n').toLowerCase()
  return text.includes(search.toLowerCase())
}
