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
  authorSlug?(id: number): string
  /** The slug of a post's first category, for structures that name it. */
  categorySlug?(post: PostRecord): string
}

const isPlain = (scope: PermalinkScope) => scope.options.text('permalink_structure') === ''
const isDraft = (status: string) => status === 'draft' || status === 'pending' || status === 'auto-draft' || status === 'future' || status === 'trash'

/** The address of a post that has no better one: it names the post by its id. */
export function plainLink(post: PostRecord, type: PostType | undefined, scope: PermalinkScope): string {
  const { url } = scope.site
  if (post.type === 'page') return `${url}/?page_id=${post.id}`
  if (post.type === 'post') return `${url}/?p=${post.id}`
  if (post.type === 'attachment') return `${url}/?attachment_id=${post.id}`
  return type?.publiclyQueryable === true || type === undefined ? `${url}/?post_type=${post.type}&p=${post.id}` : `${url}/?post_type=${post.type}&p=${post.id}`
}

function ancestorPath(post: PostRecord, scope: PermalinkScope): string {
  const slugs: string[] = []
  let { parent } = post
  // A loop among parents is cut when it is stored; the bound guards against what other writers left.
  for (let depth = 0; parent !== 0 && depth < 64; depth++) {
    const ancestor = scope.ancestors.get(parent)
    if (ancestor === undefined || ancestor.id === post.id) break
    if (ancestor.slug !== '') slugs.unshift(ancestor.slug)
    parent = ancestor.parent
  }
  return slugs.map(slug => `${slug}/`).join('')
}

function fillStructure(structure: string, post: PostRecord, name: string, scope: PermalinkScope): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = post.date.split(/[-T:]/)
  const values: Record<string, string> = { year, monthnum: month, day, hour, minute, second, post_id: String(post.id), postname: name, pagename: name }
  return structure.replace(/%([a-z_]+)%/g, (whole, tag: string) => {
    if (tag === 'author') return scope.authorSlug?.(post.author) ?? String(post.author)
    if (tag === 'category') return scope.categorySlug?.(post) ?? 'uncategorized'
    return values[tag] ?? whole
  })
}

/** The address of a post with `name` in the place of its slug: a real slug, or a mark such as `%postname%`. */
function prettyLink(post: PostRecord, type: PostType | undefined, name: string, scope: PermalinkScope): string {
  const { site, options } = scope
  if (post.type === 'post') return `${site.url}${fillStructure(options.text('permalink_structure'), post, name, scope)}`
  if (post.type === 'page') {
    if (options.text('show_on_front') === 'page' && options.number('page_on_front') === post.id) return `${site.url}/`
    return `${site.url}/${ancestorPath(post, scope)}${name}/`
  }
  if (post.type === 'attachment') return attachmentLink(post, type, name, scope)
  if (type === undefined || type.rewriteSlug === false) return plainLink(post, type, scope)
  return `${site.url}/${type.rewriteSlug}/${type.hierarchical ? ancestorPath(post, scope) : ''}${name}/`
}

/** The page of an attached file is below that of what it is attached to, as long as that one has a page. */
function attachmentLink(post: PostRecord, type: PostType | undefined, name: string, scope: PermalinkScope): string {
  if (post.parent === 0) return `${scope.site.url}/${name}/`
  const parent = scope.ancestors.get(post.parent)
  const above = parent === undefined || parent.parent === post.id ? undefined : postLink(parent, scope)
  if (above === undefined || above.includes('?')) return plainLink(post, type, scope)
  return `${above}${/^\d+$/.test(name) ? 'attachment/' : ''}${name}/`
}

/** The address of a post's page. Posts that nobody may see yet, and sites without pretty addresses, name it by its id. */
export function postLink(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.postTypes.get(post.type)
  const link = isPlain(scope) || isDraft(post.status) || post.slug === '' ? plainLink(post, type, scope) : prettyLink(post, type, post.slug, scope)
  return scope.site.hooks.apply('post.link', { value: link, post })
}

/** The address of a post with a mark where its slug goes: editors fill it in while the slug changes. */
export function permalinkTemplate(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.postTypes.get(post.type)
  if (isPlain(scope) || (post.type === 'post' && post.status === 'trash') || (post.type === 'attachment' && post.parent === 0)) return plainLink(post, type, scope)
  return prettyLink(post, type, post.type === 'post' || post.type === 'attachment' ? '%postname%' : '%pagename%', scope)
}

/** Whether addresses of a type's posts depend on their ancestors. */
export const needsAncestors = (type: PostType): boolean => type.hierarchical
