import { blockPatterns } from '../registrations/block-patterns.js'
import type { RegistrationKey } from '../registrations/registration-key.js'
import type { OptionSnapshot } from '../settings/options.js'
import type { ActiveTheme, ThemePattern } from './theme.js'
import { themes } from './themes.js'

/** The patterns of a site: those of the active theme, then those that code registers. */
export interface SitePatterns {
  readonly all: readonly ThemePattern[]
  /** The position of a pattern in the list, by its name. */
  readonly positions: ReadonlyMap<string, number>
}

// Themes and registrations do not change: a change of the files makes new themes.
const memo = new WeakMap<ActiveTheme, SitePatterns>()

/** The patterns of a site. Of two with the same name, the registered one counts. */
export function sitePatterns(
  site: { get<T>(key: RegistrationKey<T>): T },
  options: Pick<OptionSnapshot, 'text'>,
): SitePatterns {
  const active = site.get(themes).active(options)
  const known = memo.get(active)
  if (known !== undefined) return known
  const registered = site.get(blockPatterns)
  const all = [...active.patterns.filter(({ name }) => !registered.has(name)), ...registered.all()]
  const patterns: SitePatterns = { all, positions: new Map(all.map(({ name }, index) => [name, index])) }
  memo.set(active, patterns)
  return patterns
}
