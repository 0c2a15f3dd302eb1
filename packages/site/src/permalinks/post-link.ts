import type { PostType } from '../registrations/post-types.js'
import type { OptionSnapshot } from '../settings/options.js'
import type { SiteContext } from '../site-context.js'
import type { PostRecord } from '../storage/index.js'

/** What addresses of posts depend on beside the post. */
export interface PermalinkScope {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  /** Ancestors of hierarchical posts, by id. */
  readonly ancestors: ReadonlyMap<number, PostRecord>
  /** The author's slug, for structures that name it. */
  readonly authorSlug?: ((id: number) => string) | undefined
  /** The slug of a post's first category, for structures that name it. */
  readonly categorySlug?: ((post: PostRecord) => string) | undefined
}

const structureOf = (scope: PermalinkScope) => scope.options.text('permalink_structure')
/** Addresses end with a slash where the structure does. */
const endOf = (structure: string) => (structure.endsWith('/') ? '/' : '')
/** What comes before the addresses of pages: a site whose server cannot rewrite addresses has a script's name there. */
const rootOf = (structure: string) => (structure.startsWith('/index.php/') ? '/index.php/' : '/')
/** What comes before the addresses of all else: the part of the structure before its first tag. */
function frontOf(structure: string): string {
  const tag = structure.indexOf('%')
  return tag > 0 ? structure.slice(0, tag) : '/'
}

const isPlain = (scope: PermalinkScope) => structureOf(scope) === ''
/** Whether nobody but editors can see posts of a status yet, or any more. */
const isHidden = (status: string, { site }: PermalinkScope) =>
  status === 'trash' || status === 'auto-draft' || site.statuses.get(status)?.protected === true

/** Whether a page is what the site shows at its address. */
const isFrontPage = (post: PostRecord, { options }: PermalinkScope) =>
  post.type === 'page' && options.text('show_on_front') === 'page' && options.number('page_on_front') === post.id

/** The address of a post that has no better one: it names the post by its id. */
export function plainLink(post: PostRecord, scope: PermalinkScope): string {
  const { url } = scope.site
  if (post.type === 'page') return `${url}/?page_id=${post.id}`
  if (post.type === 'post') return `${url}/?p=${post.id}`
  if (post.type === 'attachment') return `${url}/?attachment_id=${post.id}`
  return `${url}/?post_type=${post.type}&p=${post.id}`
}

function ancestorPath(post: PostRecord, scope: PermalinkScope): string {
  const slugs: string[] = []
  // A loop among parents is cut when it is stored; what other writers left must not hang the site.
  const passed = new Set([post.id])
  let ancestor = scope.ancestors.get(post.parent)
  while (ancestor !== undefined && !passed.has(ancestor.id)) {
    passed.add(ancestor.id)
    if (ancestor.slug !== '') slugs.unshift(ancestor.slug)
    ancestor = scope.ancestors.get(ancestor.parent)
  }
  return slugs.map(slug => `${slug}/`).join('')
}

type Part = (post: PostRecord, name: string, scope: PermalinkScope) => string

/** What each tag of a structure stands for. */
const TAGS: Readonly<Record<string, Part>> = Object.freeze({
  year: ({ date }) => date.slice(0, 4),
  monthnum: ({ date }) => date.slice(5, 7),
  day: ({ date }) => date.slice(8, 10),
  hour: ({ date }) => date.slice(11, 13),
  minute: ({ date }) => date.slice(14, 16),
  second: ({ date }) => date.slice(17, 19),
  post_id: ({ id }) => String(id),
  postname: (_post, name) => name,
  pagename: (_post, name) => name,
  author: ({ author }, _name, scope) => scope.authorSlug?.(author) ?? String(author),
  category: (post, _name, scope) => scope.categorySlug?.(post) ?? 'uncategorized',
})

/** The parts of the structure that was asked for last: a site has one, and a list asks for every post. */
let divided: { readonly structure: string; readonly parts: readonly (string | Part)[] } | undefined

function partsOf(structure: string): readonly (string | Part)[] {
  if (divided?.structure !== structure) {
    const pieces = structure.split(/(%[a-z_]+%)/)
    const parts = pieces.map(piece => {
      const tag = piece.slice(1, -1)
      return piece.startsWith('%') && Object.hasOwn(TAGS, tag) ? (TAGS[tag] ?? piece) : piece
    })
    divided = { structure, parts }
  }
  return divided.parts
}

function fillStructure(structure: string, post: PostRecord, name: string, scope: PermalinkScope): string {
  let filled = ''
  for (const part of partsOf(structure)) filled += typeof part === 'string' ? part : part(post, name, scope)
  return filled
}

/** The address of a post with `name` in the place of its slug: a real slug, or a mark such as `%postname%`. */
function prettyLink(post: PostRecord, type: PostType | undefined, name: string, scope: PermalinkScope): string {
  const { site } = scope
  const structure = structureOf(scope)
  const end = endOf(structure)
  if (post.type === 'post') return `${site.url}${fillStructure(structure, post, name, scope)}`
  if (post.type === 'page')
    return isFrontPage(post, scope)
      ? `${site.url}/`
      : `${site.url}${rootOf(structure)}${ancestorPath(post, scope)}${name}${end}`
  if (post.type === 'attachment') return attachmentLink(post, name, scope)
  if (type === undefined || type.rewriteSlug === false) return plainLink(post, scope)
  return `${site.url}${frontOf(structure)}${type.rewriteSlug}/${type.hierarchical ? ancestorPath(post, scope) : ''}${name}${end}`
}

/** The page of an attached file is below that of what it is attached to, as long as that one has a page. */
function attachmentLink(post: PostRecord, name: string, scope: PermalinkScope): string {
  const structure = structureOf(scope)
  const end = endOf(structure)
  if (post.parent === 0) return `${scope.site.url}${rootOf(structure)}${name}${end}`
  const parent = scope.ancestors.get(post.parent)
  const above = parent === undefined || parent.type === 'attachment' ? undefined : postLink(parent, scope)
  if (above === undefined || above.includes('?')) return plainLink(post, scope)
  return `${above}${above.endsWith('/') ? '' : '/'}${/^\d+$/.test(name) ? 'attachment/' : ''}${name}${end}`
}

/** The address of a post's page. Posts that nobody may see yet, and sites without pretty addresses, name it by its id. */
export function postLink(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.postTypes.get(post.type)
  const plain = isHidden(post.status, scope) || post.slug === '' || (isPlain(scope) && !isFrontPage(post, scope))
  const link = plain ? plainLink(post, scope) : prettyLink(post, type, post.slug, scope)
  return scope.site.hooks.apply('post.link', { value: link, post })
}

/** The address of a post with a mark where its slug goes: editors fill it in while the slug changes. */
export function permalinkTemplate(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.postTypes.get(post.type)
  if (
    isPlain(scope) ||
    (post.type === 'post' && post.status === 'trash') ||
    (post.type === 'attachment' && post.parent === 0)
  )
    return plainLink(post, scope)
  return prettyLink(post, type, post.type === 'post' || post.type === 'attachment' ? '%postname%' : '%pagename%', scope)
}
