import type { Principal } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  wherePosts,
  whereTerms,
} from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'
import {
  ancestorsOf,
  canReadPost,
  loadPermalinks,
  type PermalinkScope,
  plainLink,
  postLink,
  renderedTitle,
  termLink,
  typeArchiveLink,
} from '../posts/index.js'
import { canReadTerms } from '../terms/index.js'
import { postTypes, taxonomies } from '../types/index.js'
import type { MenuItem } from './menu-item.js'

/** The target of a menu item. */
export interface MenuItemObject {
  /** Its title, as HTML for posts; empty if there is none, or if the reader may not see it. */
  readonly title: string
  /** Its URL; empty if there is none. */
  readonly url: string
  /** Whether the target no longer exists. */
  readonly invalid: boolean
  /** The post. */
  readonly post?: PostRecord | undefined
  /** The term with its id, of any taxonomy. */
  readonly term?: TermRecord | undefined
}

const untitled = (id: number) => `#${id} (no title)`
const gone = (id: number) => ({ title: untitled(id), url: '', invalid: true }) as const

/** Loads the targets of a page of items, with a fixed number of queries plus one per level of ancestors. */
export async function loadMenuItemObjects(
  site: SiteContext,
  items: readonly MenuItem[],
  reader: Principal,
  store: StoreSession = site.store,
): Promise<(item: MenuItem) => MenuItemObject> {
  const idsOf = (type: MenuItem['type']) =>
    new Set(items.filter(item => item.type === type && item.objectId !== 0).map(item => item.objectId))
  const options = await site.options()
  const blog = items.some(({ type }) => type === 'post_type_archive') ? blogPage(options) : 0
  const postIds = idsOf('post_type')
  if (blog !== 0) postIds.add(blog)
  const posts = await byId(postIds, ids => findShown(postsIn(store), { where: wherePosts.in('id', ids) }))
  const terms = await byId(idsOf('taxonomy'), ids => findShown(termsIn(store), { where: whereTerms.in('id', ids) }))
  const scope = await loadPermalinks(site, [...posts.values()], reader, store)
  const nested = [...terms.values()].filter(
    ({ taxonomy }) => site.get(taxonomies).get(taxonomy)?.rewriteHierarchical === true,
  )
  const ancestors = await ancestorsOf(store, nested)

  const isViewable = (type: string) => site.get(postTypes).get(type)?.viewable === true
  const linkedPost = ({ object, objectId }: MenuItem): MenuItemObject => {
    const post = posts.get(objectId)
    if (post === undefined || !(post.type === object || isViewable(post.type))) return gone(objectId)
    const invalid = post.status === 'trash' || !site.get(postTypes).has(object)
    // Callers who may not read the post see neither its title nor its slug.
    return canReadPost(site, post, reader, scope.ancestors.get(post.parent) ?? 'gone')
      ? {
          title: post.title === '' ? untitled(post.id) : renderedTitle(post, { site }),
          url: postLink(post, scope),
          invalid,
          post,
        }
      : { title: '', url: plainLink(post, scope), invalid, post }
  }
  const linkedTerm = ({ object, objectId }: MenuItem): MenuItemObject => {
    const term = terms.get(objectId)
    const taxonomy = site.get(taxonomies).get(object)
    if (term === undefined || term.taxonomy !== object || taxonomy === undefined) return { ...gone(objectId), term }
    if (!canReadTerms(site, taxonomy, reader)) return { title: '', url: '', invalid: false, term }
    return {
      title: term.name,
      url: termLink(site, term, ancestors.get(term.id) ?? [], scope.options),
      invalid: false,
      term,
    }
  }
  return item => {
    if (item.type === 'post_type') return linkedPost(item)
    if (item.type === 'taxonomy') return linkedTerm(item)
    if (item.type === 'custom') return { title: '', url: item.url, invalid: false }
    return linkedArchive(site, item.object, posts.get(blog), scope)
  }
}

/** The page that shows the latest posts; 0 if the front page does. */
const blogPage = (options: OptionSnapshot): number =>
  options.text('show_on_front') === 'page' ? options.number('page_for_posts') : 0

async function byId<R extends { readonly id: number }>(
  ids: ReadonlySet<number>,
  find: (ids: readonly number[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<number, R>> {
  const records = ids.size === 0 ? [] : await find([...ids])
  return new Map(records.map(record => [record.id, record]))
}

function linkedArchive(
  site: SiteContext,
  name: string,
  blog: PostRecord | undefined,
  scope: PermalinkScope,
): MenuItemObject {
  const type = site.get(postTypes).get(name)
  if (type === undefined) return { title: '', url: '', invalid: true }
  // The latest posts of the site are the archive of the type whose permalinks have its structure.
  const shownByBlog = type.permalink === 'structure' && type.viewable
  const latest = blog === undefined ? site.url : postLink(blog, scope)
  return {
    title: type.labels['archives'] ?? type.label,
    url: typeArchiveLink(site, type, scope.options) ?? (shownByBlog ? latest : ''),
    invalid: false,
  }
}
