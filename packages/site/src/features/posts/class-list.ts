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

function classesOf({ type, status, format, shown }: Traits): readonly string[] {
  const classes = [type, `type-${type}`, `status-${status}`]
  if (format !== undefined) classes.push(`format-${format}`)
  if (shown === 'protected') classes.push('post-password-required')
  if (shown === 'thumbnail') classes.push('has-post-thumbnail')
  classes.push('hentry')
  return [...new Set(classes)].filter(name => name !== FORMAT_TAXONOMY)
}

/** Creates the function that lists the classes of posts without those of their ids and terms. */
function createSharedClasses(scope: ClassScope): (post: PostRecord) => readonly string[] {
  const hasFormats = supports(scope.type, 'post-formats')
  const hasThumbnails = supports(scope.type, 'thumbnail')
  let latest: Traits | undefined
  let classes: readonly string[] = []
  return post => {
    const { type, status } = post
    const format = hasFormats ? formatOf(post, scope) : undefined
    const hasThumbnail = hasThumbnails && post.password === '' && featuredMediaOf(post, scope) !== 0
    const shown = post.password !== '' ? 'protected' : hasThumbnail ? 'thumbnail' : undefined
    const isSame =
      latest?.type === type && latest.status === status && latest.format === format && latest.shown === shown
    if (isSame) return classes
    latest = { type, status, format, shown }
    classes = classesOf(latest)
    return classes
  }
}

/** Creates the function that adds the classes of terms, in the order of the taxonomies that are public. */
function createTermClasses({ site }: ClassScope): (terms: readonly TermRecord[], classes: string[]) => void {
  const shown = site
    .get(taxonomies)
    .filter(taxonomy => taxonomy.public)
    .map(({ name }) => name)
  const known = new Map<number, string>()
  const nameOf = (term: TermRecord): string => {
    const existing = known.get(term.id)
    if (existing !== undefined) return existing
    const name = `${term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy}-${classNameOf(term)}`
    known.set(term.id, name)
    return name
  }
  return (terms, classes) => {
    for (const taxonomy of shown) {
      for (const term of terms) {
        if (term.taxonomy !== taxonomy || term.slug === '') continue
        const name = nameOf(term)
        if (!classes.includes(name)) classes.push(name)
      }
    }
  }
}

/**
 * Creates the function that lists the classes by which themes style a post, each once. What posts of a page have in common
 * is made once: to join strings takes longest.
 */
export function createClassLists(scope: ClassScope): (post: PostRecord) => readonly string[] {
  const sharedBy = createSharedClasses(scope)
  let addTerms: ReturnType<typeof createTermClasses> | undefined
  return post => {
    const own = `post-${post.id}`
    const classes = [own]
    for (const name of sharedBy(post)) if (name !== own) classes.push(name)
    const terms = scope.termsOf(post)
    if (terms.length === 0) return classes
    addTerms ??= createTermClasses(scope)
    addTerms(terms, classes)
    return classes
  }
}
