import { decodeOctets } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { type PostType, postStatuses, postTypes } from '../../types/index.js'
import { postPermalink } from '../post-hooks.js'
import { MAX_LEVELS, type RelatedSlugs, type Structure, structureOf } from './structure.js'

/** The data of permalinks besides the post. */
export interface PermalinkScope extends RelatedSlugs {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  /** Ancestors of hierarchical posts, by id. */
  readonly ancestors: ReadonlyMap<number, PostRecord>
  /** The ids of ancestors that the reader cannot read: permalinks that would contain their slugs are plain. */
  readonly hidden: ReadonlySet<number>
}

/** Whether a post has no slug, or a status that only editors see. */
const isNameless = ({ slug, status }: PostRecord, { site }: PermalinkScope) =>
  slug === '' || status === 'trash' || status === 'auto-draft' || site.get(postStatuses).get(status)?.protected === true

const isFrontPage = (post: PostRecord, { options }: PermalinkScope) =>
  options.text('show_on_front') === 'page' && options.number('page_on_front') === post.id

/** The permalink of a post by its id, such as `?p=7`. */
export function plainLink(post: PostRecord, scope: PermalinkScope): string {
  const { url } = scope.site
  const permalink = scope.site.get(postTypes).get(post.type)?.permalink
  if (permalink === 'path') return `${url}/?page_id=${post.id}`
  if (permalink === 'structure' || post.type === 'revision') return `${url}/?p=${post.id}`
  if (permalink === 'attached') return `${url}/?attachment_id=${post.id}`
  return `${url}/?post_type=${post.type}&p=${post.id}`
}

const asStored = (slug: string): string => slug

/** The slugs of a post's ancestors, each followed by a slash; `undefined` if one of them is hidden. */
function ancestorPath(post: PostRecord, scope: PermalinkScope, written = asStored): string | undefined {
  const slugs: string[] = []
  // Writes prevent loops, but data written by other programs must not hang the site.
  const passed = new Set([post.id])
  let ancestor = scope.ancestors.get(post.parent)
  while (ancestor !== undefined && !passed.has(ancestor.id) && passed.size <= MAX_LEVELS) {
    if (scope.hidden.has(ancestor.id)) return undefined
    passed.add(ancestor.id)
    if (ancestor.slug !== '') slugs.unshift(written(ancestor.slug))
    ancestor = scope.ancestors.get(ancestor.parent)
  }
  return slugs.map(slug => `${slug}/`).join('')
}

/**
 * The permalink of a post with `name` instead of its slug: a slug, or a placeholder such as `%postname%`. `written` says
 * how the slugs of ancestors are written.
 */
function prettyLink(
  post: PostRecord,
  type: PostType | undefined,
  name: string,
  scope: PermalinkScope,
  structure: Structure,
  written = asStored,
): string {
  const { url } = scope.site
  const { root, front, end } = structure
  if (type?.permalink === 'structure') return `${url}${structure.fill(post, name, scope)}`
  if (type?.permalink === 'path') {
    const path = ancestorPath(post, scope, written)
    return path === undefined ? plainLink(post, scope) : `${url}${root}${path}${name}${end}`
  }
  if (type?.permalink === 'attached') return attachmentLink(post, name, scope, structure)
  if (type === undefined || type.rewriteSlug === false) return parameterLink(post, type, scope)
  const path = type.hierarchical ? ancestorPath(post, scope, written) : ''
  return path === undefined ? plainLink(post, scope) : `${url}${front}${type.rewriteSlug}/${path}${name}${end}`
}

/** The permalink of a post by query parameters: by slug for public custom post types, by id otherwise. */
function parameterLink(post: PostRecord, type: PostType | undefined, scope: PermalinkScope): string {
  if (type === undefined || type.builtIn || !type.publiclyQueryable || isNameless(post, scope))
    return plainLink(post, scope)
  const path = type.hierarchical ? ancestorPath(post, scope) : ''
  return path === undefined ? plainLink(post, scope) : `${scope.site.url}/?${type.name}=${path}${post.slug}`
}

/** The permalink of an attachment: below that of its parent if the parent has a pretty one. */
function attachmentLink(post: PostRecord, name: string, scope: PermalinkScope, { root, end }: Structure): string {
  if (post.parent === 0) return `${scope.site.url}${root}${name}${end}`
  const parent = scope.hidden.has(post.parent) ? undefined : scope.ancestors.get(post.parent)
  const above =
    parent === undefined || scope.site.get(postTypes).get(parent.type)?.permalink === 'attached'
      ? undefined
      : postLink(parent, scope)
  if (above === undefined || above.includes('?')) return plainLink(post, scope)
  return `${above}${above.endsWith('/') ? '' : '/'}${/^\d+$/.test(name) ? 'attachment/' : ''}${name}${end}`
}

/** The permalink of a post. Hidden posts, and all posts of sites without pretty permalinks, use query parameters. */
export function postLink(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.get(postTypes).get(post.type)
  const structure = structureOf(scope.options)
  const link =
    type?.frontPage === true && isFrontPage(post, scope)
      ? `${scope.site.url}/`
      : isNameless(post, scope)
        ? plainLink(post, scope)
        : structure.plain
          ? parameterLink(post, type, scope)
          : prettyLink(post, type, post.slug, scope, structure)
  return scope.site.hooks.apply(postPermalink, { value: link, post })
}

/** The URL of a comment on the page of its post. Plain links get the slash that the structure of permalinks ends with. */
export function commentPermalink(post: PostRecord, comment: number, scope: PermalinkScope): string {
  const link = postLink(post, scope)
  return `${link}${link.endsWith('/') ? '' : structureOf(scope.options).end}#comment-${comment}`
}

/**
 * The URLs whose page shows a post: its permalink, and the path that the front page of the site has all the same. The path
 * of the page for posts shows the latest posts instead.
 */
export function shownAt(post: PostRecord, scope: PermalinkScope): readonly string[] {
  const type = scope.site.get(postTypes).get(post.type)
  if (type?.frontPage === true && scope.options.text('show_on_front') === 'page') {
    if (scope.options.number('page_for_posts') === post.id)
      return isFrontPage(post, scope) ? [postLink(post, scope)] : []
    const structure = structureOf(scope.options)
    if (isFrontPage(post, scope) && !structure.plain && !isNameless(post, scope))
      return [postLink(post, scope), prettyLink(post, type, post.slug, scope, structure)]
  }
  return [postLink(post, scope)]
}

/**
 * The permalink of a post with a placeholder for its slug, which editors replace as the slug changes. It is shown to
 * people: the slugs of ancestors are readable, like generated slugs.
 */
export function permalinkTemplate(post: PostRecord, scope: PermalinkScope): string {
  const type = scope.site.get(postTypes).get(post.type)
  const structure = structureOf(scope.options)
  if (structure.plain) return parameterLink(post, type, scope)
  if (type?.frontPage === true && isFrontPage(post, scope)) return `${scope.site.url}/`
  const permalink = type?.permalink
  if ((permalink === 'structure' && post.status === 'trash') || (permalink === 'attached' && post.parent === 0))
    return plainLink(post, scope)
  const placeholder = permalink === 'structure' || permalink === 'attached' ? '%postname%' : '%pagename%'
  return prettyLink(post, type, placeholder, scope, structure, decodeOctets)
}
