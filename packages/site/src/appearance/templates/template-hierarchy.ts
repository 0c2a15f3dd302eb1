import { postTypes, taxonomies } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'

/** The request of a template lookup. */
export interface TemplateLookup {
  /** The slug of the most specific template, such as `single-book`. */
  readonly slug: string
  /** Whether it is a custom template, which posts choose. */
  readonly isCustom?: boolean | undefined
  /** The kind of page that the slug is for, such as `single-book` of `single-book-the-hobbit`. */
  readonly prefix?: string | undefined
}

/** The kinds of pages with one slug after them, such as `category-news`. */
const WITH_SLUG = ['author', 'category', 'archive', 'tag', 'page']
/** Prefixes of archive slugs; other archives have the slugs `archive` and `date`. */
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

/** The less specific slugs of a slug, up to its archive: `single-book` and `single` for `single-book-the-hobbit`. */
function kindsOf(site: Pick<SiteContext, 'get'>, slug: string): readonly string[] {
  const [kind, rest] = split(slug)
  if (rest === undefined) return []
  if (WITH_SLUG.includes(kind)) return [kind]
  const names = namesOf(site, kind)
  const named = names.find(name => rest === name || rest.startsWith(`${name}-`))
  return named === undefined ? [] : [`${kind}-${named}`, kind]
}

/** The first word of a slug, and the remainder. */
function split(slug: string): readonly [string, string?] {
  const dash = slug.indexOf('-')
  return dash < 0 ? [slug] : [slug.slice(0, dash), slug.slice(dash + 1)]
}

/** The types or taxonomies that slugs of a kind of page name. */
const namesOf = (site: Pick<SiteContext, 'get'>, kind: string): readonly string[] =>
  kind === 'single' ? site.get(postTypes).names() : kind === 'taxonomy' ? site.get(taxonomies).names() : []

/** The object of a template slug: a type or taxonomy, and the slug of the object. */
export interface NamedObject {
  readonly name: string
  readonly slug: string
}

/**
 * The single post that a template is for: the page `about` for `page-about`, the book `emma` for `single-book-emma`.
 */
export const namedPost = (site: Pick<SiteContext, 'get'>, slug: string): NamedObject | undefined =>
  namedObject(site, slug, { page: 'page' }, 'single')

/** The single term that a template is for: the tag `red` for `tag-red`, the genre `noir` for `taxonomy-genre-noir`. */
export const namedTerm = (site: Pick<SiteContext, 'get'>, slug: string): NamedObject | undefined =>
  namedObject(site, slug, { category: 'category', tag: 'post_tag' }, 'taxonomy')

function namedObject(
  site: Pick<SiteContext, 'get'>,
  slug: string,
  plain: Readonly<Record<string, string>>,
  general: string,
): NamedObject | undefined {
  const [kind, rest = ''] = split(slug)
  const name = Object.hasOwn(plain, kind) ? plain[kind] : undefined
  if (name !== undefined) return rest === '' ? undefined : { name, slug: rest }
  if (kind !== general) return undefined
  const objectName = namesOf(site, kind).find(each => rest.length > each.length + 1 && rest.startsWith(`${each}-`))
  return objectName === undefined ? undefined : { name: objectName, slug: rest.slice(objectName.length + 1) }
}
