import type { EmptyObjects } from '@platen/core'
import { blockPatterns } from '../../../kernel/blocks/index.js'
import { type RegistrationKey, registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { resolveBlocks } from './resolve-blocks.js'
import type { ActiveTheme, ThemePattern } from './theme.js'
import { themes } from './themes.js'

/** The patterns of a site: those of the active theme, then registered ones. */
export interface SitePatterns {
  readonly all: readonly ThemePattern[]
  find(name: string): SitePattern | undefined
}

/** A pattern, and where it is in the list. */
export interface SitePattern {
  readonly pattern: ThemePattern
  readonly position: number
  /** Its blocks, including those of nested patterns, without itself. */
  blocks(): string
}

interface PatternSite extends Pick<SiteContext, 'dialect'> {
  get<T>(key: RegistrationKey<T>): T
}

// Themes and registrations are immutable: a change of the files creates new themes.
const patternsOfThemes = registrationKey('patterns of themes', () => new WeakMap<ActiveTheme, SitePatterns>())

/** The patterns of a site. Of two with the same name, the registered one counts. */
export function sitePatterns(site: PatternSite, options: Pick<OptionSnapshot, 'text'>): SitePatterns {
  const active = site.get(themes).active(options)
  const memo = site.get(patternsOfThemes)
  const memoized = memo.get(active)
  if (memoized !== undefined) return memoized
  const registered = site.get(blockPatterns)
  const all = [...active.patterns.filter(({ name }) => !registered.has(name)), ...registered.all()]
  const byName = new Map(all.map((pattern, position) => [pattern.name, { pattern, position }]))
  const patternOf = (slug: string) => byName.get(slug)?.pattern
  const texts = new Map<string, string>()
  const references = { theme: active.stylesheet, patternOf, emptyObjects: site.dialect.emptyObjects }
  const patterns: SitePatterns = {
    all: all.map(pattern => withResolvedContent(pattern, () => resolveBlocks(pattern.content, references))),
    find(name) {
      const pattern = byName.get(name)
      return (
        pattern && {
          ...pattern,
          blocks() {
            const text = texts.get(name) ?? resolveBlocks(pattern.pattern.content, { ...references, within: name })
            texts.set(name, text)
            return text
          },
        }
      )
    },
  }
  memo.set(active, patterns)
  return patterns
}

/** A pattern whose content is resolved when it is first read. */
function withResolvedContent(pattern: ThemePattern, resolve: () => string): ThemePattern {
  let content: string | undefined
  return {
    ...pattern,
    get content() {
      content ??= resolve()
      return content
    },
  }
}

/** The content of a template or part of the active theme, with the blocks of the patterns in it. */
export function resolvedContent(
  site: PatternSite & { readonly dialect: { readonly emptyObjects: EmptyObjects } },
  theme: ActiveTheme,
  content: string,
): string {
  const patterns = sitePatterns(site, { text: () => theme.stylesheet })
  return resolveBlocks(content, {
    theme: theme.stylesheet,
    patternOf: slug => patterns.find(slug)?.pattern,
    emptyObjects: site.dialect.emptyObjects,
  })
}

/** The content of a stored template or part, with the blocks of the patterns in it. */
export function storedContent(site: PatternSite, options: Pick<OptionSnapshot, 'text'>, content: string): string {
  if (!content.includes('wp:pattern') && !content.includes('wp:core/pattern')) return content
  const patterns = sitePatterns(site, options)
  return resolveBlocks(content, { patternOf: slug => patterns.find(slug)?.pattern })
}
