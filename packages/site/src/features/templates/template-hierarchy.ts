import { postTypes } from '../../registrations/post-types.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'

/** What a template is looked up for. */
export interface TemplateLookup {
  /** The slug of the template that would fit best, such as `single-book`. */
  readonly slug: string
  /** Whether it is a custom template, which posts choose. */
  readonly isCustom?: boolean | undefined
  /** The kind of page that the slug is for, such as `single-book` of `single-book-the-hobbit`. */
  readonly prefix?: string | undefined
}

/** The kinds of pages with one slug after them, such as `category-news`. */
const WITH_SLUG = ['author', 'category', 'archive', 'tag', 'page']
/** How slugs of archives begin; those of other archives are `archive` and `date`. */
const ARCHIVES = ['author', 'category', 'tag', 'taxonomy', 'archive-']
/** How slugs of pages with one post begin. */
const SINGULAR = ['single', 'page']

/** The slugs of the templates that may show a page, the best one first (the template hierarchy). */
export function templateHierarchy(site: Pick<SiteContext, 'get'>, lookup: TemplateLookup): readonly string[] {
  const { slug, isCustom = false, prefix = '' } = lookup
  if (slug === 'index') return ['index']
  if (isCustom) return ['page', 'singular', 'index']
  if (slug === 'front-page') return ['front-page', 'home', 'index']
  const begins = (starts: readonly string[]): boolean => starts.some(start => slug.startsWith(start))
  const kinds = prefix === '' ? kindsOf(site, slug) : [prefix, firstWord(prefix)]
  const slugs = [slug, ...kinds]
  if (slug === 'attachment') slugs.push('single')
  if (slug === 'attachment' || begins(SINGULAR)) slugs.push('singular')
  if (slug === 'date' || begins(ARCHIVES)) slugs.push('archive')
  slugs.push('index')
  return [...new Set(slugs)]
}

const firstWord = (slug: string): string => slug.split('-', 1)[0] ?? slug

/** What comes between a slug and its archive: `single-book` and `single` for `single-book-the-hobbit`. */
function kindsOf(site: Pick<SiteContext, 'get'>, slug: string): readonly string[] {
  const dash = slug.indexOf('-')
  if (dash < 0) return []
  const [kind, rest] = [slug.slice(0, dash), slug.slice(dash + 1)]
  if (WITH_SLUG.includes(kind)) return [kind]
  const names =
    kind === 'single' ? site.get(postTypes).names() : kind === 'taxonomy' ? site.get(taxonomies).names() : []
  const named = names.find(name => rest === name || rest.startsWith(`${name}-`))
  return named === undefined ? [] : [`${kind}-${named}`, kind]
}
