import { trimEndCharacters } from '@platen/core'
import { registrationKey } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { RegistrationError } from '../../../kernel/registrations/index.js'
import { DEFAULT_STYLESHEET, defaultTheme } from './default-theme.js'
import type { ThemeUrls } from './read-theme.js'
import { readThemes } from './read-themes.js'
import type { ActiveTheme, BrokenTheme, Theme } from './theme.js'
import { type ThemeSource, themesOption } from './theme-source.js'

/** The option with the stylesheet of the active theme. */
export const STYLESHEET_OPTION = 'stylesheet'

/** The themes of a site. */
export interface Themes {
  /** Grows with each change of their files. */
  readonly revision: number
  /** The themes that can be used, by stylesheet. */
  all(): readonly Theme[]
  /** Themes with errors, which all other functions ignore. */
  broken(): readonly BrokenTheme[]
  /** Returns a usable theme, including the built-in theme, even if `all` does not list it. */
  find(stylesheet: string): Theme | undefined
  /** The theme in the options, or else the built-in one. */
  active(options: Pick<OptionSnapshot, 'text'>): ActiveTheme
  /** The URL of a theme's folder. */
  urlOf(stylesheet: string): string
  /** Reloads the files of all themes. Rejects with a `RegistrationError` if a source cannot be read. */
  load(): Promise<void>
  /**
   * Reloads the themes whenever their files change; returns a function that stops watching. If a change breaks a theme,
   * its previous version stays in use, and `broken` lists its errors. Sources that do not support watching are skipped.
   */
  watch(onError: (error: unknown) => void): () => void
}

/** The themes of a site at one revision. */
interface Loaded {
  readonly all: readonly Theme[]
  readonly broken: readonly BrokenTheme[]
  readonly byStylesheet: ReadonlyMap<string, Theme>
  readonly active: Map<string, ActiveTheme>
}

const NOTHING: Loaded = { all: [], broken: [], byStylesheet: new Map(), active: new Map() }

/** Creates the themes of a site from their sources; `load` reads them. */
function createThemes(sources: readonly ThemeSource[], urls: ThemeUrls): Themes {
  let loaded = NOTHING
  let builtIn: Theme | undefined
  let revision = 0
  const find = (stylesheet: string): Theme | undefined =>
    loaded.byStylesheet.get(stylesheet) ?? (stylesheet === DEFAULT_STYLESHEET ? builtIn : undefined)
  const load = async () => {
    builtIn ??= (await readThemes([defaultTheme], urls)).all[0]
    const { all: read, broken } = await readThemes(sources, urls)
    const before = broken.flatMap(({ stylesheet }) => loaded.byStylesheet.get(stylesheet) ?? [])
    const all = [...read, ...before].sort((a, b) => (a.stylesheet < b.stylesheet ? -1 : 1))
    loaded = { all, broken, byStylesheet: new Map(all.map(theme => [theme.stylesheet, theme])), active: new Map() }
    revision += 1
  }
  return {
    get revision() {
      return revision
    },
    all: () => loaded.all,
    broken: () => loaded.broken,
    find,
    active(options) {
      const named = options.text(STYLESHEET_OPTION)
      const theme = find(named) ?? find(DEFAULT_STYLESHEET)
      if (theme === undefined) throw new RegistrationError('the themes of the site are not loaded yet')
      const cached = loaded.active.get(theme.stylesheet)
      if (cached !== undefined) return cached
      const active = withParent(theme, theme.template === theme.stylesheet ? undefined : find(theme.template))
      loaded.active.set(theme.stylesheet, active)
      return active
    },
    urlOf: urls.theme,
    load,
    watch(onError) {
      let loading = Promise.resolve()
      const ends = sources.map(source =>
        source.watch?.(() => {
          loading = loading.then(load).catch(onError)
        }),
      )
      return () => {
        for (const end of ends) end?.()
      }
    },
  }
}

/** The themes of a site. Their files are read when the site becomes ready. */
export const themes = registrationKey(
  'themes',
  base => {
    const { config, dialect } = base
    const site = trimEndCharacters(config.url, '/')
    return createThemes(themesOption.of(base) ?? [defaultTheme], {
      site,
      theme: stylesheet =>
        `${site}/${dialect.prefix}-content/themes/${stylesheet.split('/').map(encodeURIComponent).join('/')}`,
    })
  },
  // They may be watched.
  { isLasting: true },
)

/** The theme's own items, then those of its parent whose key it does not have. */
function inherited<T>(ofTheme: readonly T[], ofParent: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = new Set(ofTheme.map(keyOf))
  return Object.freeze([...ofTheme, ...ofParent.filter(item => !keys.has(keyOf(item)))])
}

const slugOf = ({ slug }: { readonly slug: string }): string => slug
const nameOf = ({ name }: { readonly name: string }): string => name

/** A theme as a site shows it, including everything that it inherits from its parent. */
function withParent(theme: Theme, parent: Theme | undefined): ActiveTheme {
  if (parent === undefined) return Object.freeze({ ...theme, jsons: Object.freeze([theme.json]) })
  return Object.freeze({
    ...theme,
    parent,
    templates: inherited(theme.templates, parent.templates, slugOf),
    parts: inherited(theme.parts, parent.parts, slugOf),
    patterns: inherited(theme.patterns, parent.patterns, nameOf),
    variations: inherited(theme.variations, parent.variations, nameOf),
    jsons: Object.freeze([parent.json, theme.json]),
  })
}
