import { classNameOf } from '@platen/rendering'
import { type PostType, supports } from '../../registrations/post-types.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'
import type { TermRecord } from '../terms/term-collection.js'
import type { PostRecord } from './post-collection.js'
import { FORMAT_TAXONOMY } from './post-meta-keys.js'
import { featuredMediaOf, formatOf, type MetaOfPosts, type TermsOfPosts } from './post-values.js'

/** What the classes of posts of a type depend on. */
interface ClassScope extends TermsOfPosts, MetaOfPosts {
  readonly site: SiteContext
  readonly type: PostType
}

/** What decides about the classes of a post besides its id and its terms. */
interface Traits {
  readonly type: string
  readonly status: string
  readonly format: string | undefined
  readonly shown: 'protected' | 'thumbnail' | undefined
}

function traitsOf(post: PostRecord, scope: ClassScope): Traits {
  const { type } = scope
  const hasThumbnail = () => supports(type, 'thumbnail') && featuredMediaOf(post, scope) !== 0
  return {
    type: post.type,
    status: post.status,
    format: supports(type, 'post-formats') ? formatOf(post, scope) : undefined,
    shown: post.password !== '' ? 'protected' : hasThumbnail() ? 'thumbnail' : undefined,
  }
}

const areSame = (a: Traits, b: Traits): boolean =>
  a.type === b.type && a.status === b.status && a.format === b.format && a.shown === b.shown

function classesOf({ type, status, format, shown }: Traits): readonly string[] {
  const classes = [type, `type-${type}`, `status-${status}`]
  if (format !== undefined) classes.push(`format-${format}`)
  if (shown === 'protected') classes.push('post-password-required')
  if (shown === 'thumbnail') classes.push('has-post-thumbnail')
  classes.push('hentry')
  return [...new Set(classes)].filter(name => name !== FORMAT_TAXONOMY)
}

/** Creates the function that lists the classes of terms, in the order of the taxonomies that are public. */
function createTermClasses({ site }: ClassScope): (terms: readonly TermRecord[], add: (name: string) => void) => void {
  const shown = site.get(taxonomies).filter(taxonomy => taxonomy.public)
  const known = new Map<number, string>()
  const nameOf = (term: TermRecord): string => {
    const existing = known.get(term.id)
    if (existing !== undefined) return existing
    const name = `${term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy}-${classNameOf(term)}`
    known.set(term.id, name)
    return name
  }
  return (terms, add) => {
    for (const { name } of shown)
      for (const term of terms) if (term.taxonomy === name && term.slug !== '') add(nameOf(term))
  }
}

/**
 * Creates the function that lists the classes by which themes style a post, each once. What posts of a page have in common
 * is made once: to join strings takes longest.
 */
export function createClassLists(scope: ClassScope): (post: PostRecord) => readonly string[] {
  let addTerms: ReturnType<typeof createTermClasses> | undefined
  let latest: { readonly traits: Traits; readonly classes: readonly string[] } | undefined
  const sharedBy = (post: PostRecord): readonly string[] => {
    const traits = traitsOf(post, scope)
    if (latest === undefined || !areSame(latest.traits, traits)) latest = { traits, classes: classesOf(traits) }
    return latest.classes
  }
  return post => {
    const classes = [`post-${post.id}`]
    const add = (name: string) => {
      if (!classes.includes(name)) classes.push(name)
    }
    for (const name of sharedBy(post)) add(name)
    const terms = scope.termsOf(post)
    if (terms.length === 0) return classes
    addTerms ??= createTermClasses(scope)
    addTerms(terms, add)
    return classes
  }
}
