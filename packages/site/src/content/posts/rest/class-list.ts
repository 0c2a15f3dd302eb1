import { classNameOf } from '@platen/rendering'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { type PostType, supports, type Taxonomy, taxonomies } from '../../types/index.js'
import { FORMAT_TAXONOMY } from '../post-meta-keys.js'
import { featuredMediaOf, formatOf, type MetaOfPosts, type PostTerm, type TermsOfPosts } from '../post-values.js'

/** The parts of a type that the classes of its posts depend on. */
interface ClassScope extends TermsOfPosts, MetaOfPosts {
  readonly site: SiteContext
  readonly type: PostType
}

/** The data that determines the classes of a post, besides its id and its terms. */
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

/** A class, and its JSON after a comma. */
interface StyleClass {
  readonly name: string
  readonly json: string
}

const jsonOf = (name: string): string => `,${JSON.stringify(name)}`

const isAmong = (name: string, classes: readonly StyleClass[]): boolean => classes.some(each => each.name === name)

/** The maximum number of terms for which searching the list for duplicates is faster than building a set. */
const FEW_TERMS = 16

interface SharedClasses {
  readonly classes: readonly StyleClass[]
  readonly json: string
}

/** Creates the function that lists the classes of posts without those of their ids and terms. */
function createSharedClasses(scope: ClassScope): (post: PostRecord) => SharedClasses {
  const hasFormats = supports(scope.type, 'post-formats')
  const hasThumbnails = supports(scope.type, 'thumbnail')
  let latest: Traits | undefined
  let shared: SharedClasses = { classes: [], json: '' }
  return post => {
    const { type, status } = post
    const format = hasFormats ? formatOf(post, scope) : undefined
    const hasThumbnail = hasThumbnails && post.password === '' && featuredMediaOf(post, scope) !== 0
    const shown = post.password !== '' ? 'protected' : hasThumbnail ? 'thumbnail' : undefined
    const isSame =
      latest?.type === type && latest.status === status && latest.format === format && latest.shown === shown
    if (isSame) return shared
    latest = { type, status, format, shown }
    const classes = classesOf(latest).map(name => ({ name, json: jsonOf(name) }))
    shared = { classes, json: classes.map(({ json }) => json).join('') }
    return shared
  }
}

/** The start of the classes of a taxonomy's terms. */
interface TermPrefix {
  readonly taxonomy: string
  readonly prefix: string
  /** Its JSON after a comma, without the closing quote. */
  readonly json: string
}

const prefixOf = ({ name }: Pick<Taxonomy, 'name'>): TermPrefix => {
  const prefix = `${name === 'post_tag' ? 'tag' : name}-`
  return { taxonomy: name, prefix, json: jsonOf(prefix).slice(0, -1) }
}

/** The prefixes of the taxonomies that are public, in their order. */
const termPrefixes = registrationKey('prefixes of term classes', site =>
  site
    .get(taxonomies)
    .filter(taxonomy => taxonomy.public)
    .map(prefixOf),
)

/** Creates the function that lists the classes of terms. */
function createTermClasses({
  site,
}: ClassScope): (terms: readonly PostTerm[], shared: readonly StyleClass[]) => readonly StyleClass[] {
  const prefixes = site.get(termPrefixes)
  const known = new Map<number, StyleClass>()
  let latest: readonly StyleClass[] = []
  let ambiguous: readonly TermPrefix[] = []
  return (terms, shared) => {
    if (shared !== latest) {
      latest = shared
      ambiguous = prefixes.filter(({ prefix }) => shared.some(({ name }) => name.startsWith(prefix)))
    }
    const classes: StyleClass[] = []
    const many = terms.length > FEW_TERMS ? new Set<string>() : undefined
    for (const each of prefixes) {
      const { taxonomy, prefix, json } = each
      for (const term of terms) {
        if (term.taxonomy !== taxonomy || term.slug === '') continue
        let added = known.get(term.id)
        if (added === undefined) {
          const name = classNameOf(term)
          // It consists of letters, digits and hyphens.
          added = { name: prefix + name, json: `${json}${name}"` }
          known.set(term.id, added)
        }
        const isKnown = many?.has(added.name) ?? isAmong(added.name, classes)
        if (isKnown || (ambiguous.includes(each) && isAmong(added.name, shared))) continue
        many?.add(added.name)
        classes.push(added)
      }
    }
    return classes
  }
}

/** The classes by which themes style posts, each once. */
export interface ClassLists {
  of(post: PostRecord): readonly string[]
  /** The same as JSON. */
  json(post: PostRecord): string
}

const NONE: readonly StyleClass[] = []

/** Creates the lists of classes of a page of posts. Parts that its posts share are created once. */
export function createClassLists(scope: ClassScope): ClassLists {
  const sharedBy = createSharedClasses(scope)
  let termClasses: ReturnType<typeof createTermClasses> | undefined
  const ofTerms = (post: PostRecord, shared: readonly StyleClass[]): readonly StyleClass[] => {
    const terms = scope.termsOf(post)
    if (terms.length === 0) return NONE
    termClasses ??= createTermClasses(scope)
    return termClasses(terms, shared)
  }
  const of = (post: PostRecord): readonly string[] => {
    const { classes } = sharedBy(post)
    const names = [...classes, ...ofTerms(post, classes)].map(({ name }) => name)
    const own = `post-${post.id}`
    return [own, ...names.filter(name => name !== own)]
  }
  return {
    of,
    json(post) {
      const own = `post-${post.id}`
      const { classes, json: shared } = sharedBy(post)
      // Only types can have names like that.
      if (post.type === own) return JSON.stringify(of(post))
      let json = `["${own}"${shared}`
      for (const { name, json: added } of ofTerms(post, classes)) if (name !== own) json += added
      return `${json}]`
    },
  }
}
