import { filterHtml, sanitizeTextField, slugify } from '@platen/rendering'
import type { ActiveTheme } from '../../appearance/themes/index.js'
import type { BlockPattern } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { isWithin, withTimeLimit } from '../../kernel/time/index.js'
import { type DirectoryPattern, type PatternDirectory, patternDirectoryOption } from './pattern-directory.js'

/** The maximum number of patterns that a theme can recommend: the number that a directory returns at once. */
const MAX_SLUGS = 100
const MAX_SLUG = 200
/** How long patterns and failures are cached, in milliseconds. */
const CACHED = 24 * 60 * 60 * 1000
const RETRIED = 5 * 60 * 1000
/**
 * How long a list of patterns waits for the directory, in milliseconds; the patterns of a slow directory are shown
 * later.
 */
const TIME_LIMIT = 2000

/** The patterns of the pattern directory that a theme recommends. */
export type RecommendedPatterns = (theme: ActiveTheme) => Promise<readonly BlockPattern[]>

interface Cached {
  readonly slugs: string
  readonly patterns: readonly BlockPattern[]
  /** When the directory was searched, and how many milliseconds later it is searched again. */
  readonly since: number
  readonly lifetime: number
}

const slugsOf = ({ jsons }: ActiveTheme): readonly string[] => {
  const slugs = jsons.flatMap(({ patterns = [] }) => patterns).filter(slug => slug !== '' && slug.length <= MAX_SLUG)
  return [...new Set(slugs)].slice(0, MAX_SLUGS)
}

/** A pattern of a directory, with a name derived from its title; its HTML is filtered, because it is untrusted. */
function registered(pattern: DirectoryPattern): readonly BlockPattern[] {
  const title = sanitizeTextField(pattern.title)
  const name = slugify(title)
  if (name === '') return []
  const { description, viewportWidth, categories, keywords, blockTypes } = pattern
  return [
    {
      name,
      title,
      content: filterHtml(pattern.content, 'content'),
      description: sanitizeTextField(description),
      viewportWidth,
      categories: categories.map(sanitizeTextField),
      keywords: keywords.map(sanitizeTextField),
      blockTypes: blockTypes.map(sanitizeTextField),
      source: 'pattern-directory/theme',
    },
  ]
}

async function search(directory: PatternDirectory, slugs: readonly string[]): Promise<readonly BlockPattern[]> {
  const query = { page: 1, perPage: slugs.length, slugs, order: 'desc', orderBy: 'date' } as const
  return (await directory.search(query)).slice(0, slugs.length).flatMap(registered)
}

/**
 * Reads the patterns that `patterns` of `theme.json` names from the site's pattern directory, when they are first listed. They
 * are cached for a day; while the directory is searched again, slow or unreachable, the cached ones are listed.
 */
export function recommendedPatterns(site: SiteContext): RecommendedPatterns {
  const { services } = site
  const patternDirectory = patternDirectoryOption.of(site)
  let cached: Cached = { slugs: '', patterns: [], since: 0, lifetime: Number.POSITIVE_INFINITY }
  let pending: { readonly slugs: string; readonly done: Promise<void> } | undefined

  async function refresh(directory: PatternDirectory, slugs: readonly string[], key: string): Promise<void> {
    try {
      const patterns = await search(directory, slugs)
      cached = { slugs: key, patterns, since: services.clock(), lifetime: CACHED }
    } catch (error) {
      services.logger.warn({ err: error }, 'The patterns that the theme recommends cannot be read from the directory.')
      const patterns = cached.slugs === key ? cached.patterns : []
      cached = { slugs: key, patterns, since: services.clock(), lifetime: RETRIED }
    }
  }

  return async theme => {
    const slugs = patternDirectory === undefined ? [] : slugsOf(theme)
    if (patternDirectory === undefined || slugs.length === 0) return []
    const key = slugs.join('\n')
    const current = () => (cached.slugs === key ? cached.patterns : undefined)
    if (cached.slugs === key && isWithin(services.clock(), cached.since, cached.lifetime)) return cached.patterns
    if (pending?.slugs !== key) {
      const started = { slugs: key, done: refresh(patternDirectory, slugs, key) }
      pending = started
      started.done.finally(() => {
        if (pending === started) pending = undefined
      })
    }
    const stale = current()
    if (stale !== undefined) return stale
    await withTimeLimit(TIME_LIMIT, pending.done, () => undefined)
    return current() ?? []
  }
}
