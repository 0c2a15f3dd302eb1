import type { Condition, FieldOf, Query } from '@platen/storage'
import {
  type BlockScope,
  BORDER,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  TYPOGRAPHY,
} from '../../../../kernel/blocks/index.js'
import { postsPerPage } from '../../../../kernel/options/index.js'
import {
  type PostRecord,
  postsIn,
  usersIn,
  whereAssignments,
  wherePosts,
  whereUsers,
} from '../../../../kernel/records/index.js'
import { findShown } from '../../../../kernel/rest/index.js'
import { loadFeaturedImages } from '../../../media/index.js'
import { loadPermalinks, postLink } from '../../index.js'
import {
  type LatestPosts,
  type LatestPostsAttributes,
  latestPostsAttributes,
  latestPostsHtml,
} from './latest-posts-html.js'

/** The maximum number of posts and of categories of a use. */
const MAX_POSTS = 100
const MAX_CATEGORIES = 100
/** The maximum number of queries for lists on a page of records; further different lists are empty. */
const MAX_LISTS = 10

const ORDERS: Readonly<Record<string, FieldOf<PostRecord>>> = {
  author: 'author',
  date: 'date',
  id: 'id',
  modified: 'modified',
  title: 'title',
}

function categoryIds(categories: LatestPostsAttributes['categories']): readonly number[] {
  const ids = (categories ?? []).map(({ id }) => Number(id)).filter(id => Number.isSafeInteger(id))
  return [...new Set(ids)].sort((a, b) => a - b).slice(0, MAX_CATEGORIES)
}

/** The number of posts that a use shows: the site's posts per page for 0, the maximum for a negative number. */
function limitOf({ postsToShow }: LatestPostsAttributes, { options }: Pick<BlockScope, 'options'>): number {
  const count = Math.trunc(postsToShow) || postsPerPage(options, MAX_POSTS)
  return count < 0 ? MAX_POSTS : Math.min(count, MAX_POSTS)
}

type ListQuery = Required<Pick<Query<PostRecord>, 'where' | 'order'>>

/** The query of a use without its limit, and a key that uses with the same query share. */
function queryOf(attributes: LatestPostsAttributes): { readonly key: string; readonly query: ListQuery } {
  const { selectedAuthor, order, orderBy } = attributes
  const categories = categoryIds(attributes.categories)
  const direction = order.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const name = orderBy.toLowerCase()
  const field = (Object.hasOwn(ORDERS, name) && ORDERS[name]) || 'date'
  const author = Number.isSafeInteger(selectedAuthor) ? selectedAuthor : undefined
  const condition: Condition<PostRecord> = wherePosts.and(
    wherePosts.eq('type', 'post'),
    wherePosts.eq('status', 'publish'),
    author === undefined ? undefined : wherePosts.eq('author', author),
    categories.length === 0
      ? undefined
      : wherePosts.exists(
          whereAssignments,
          { foreign: 'object', local: 'id' },
          whereAssignments.in('term', categories),
        ),
  )
  return {
    key: JSON.stringify([categories, author, field, direction]),
    query: {
      where: condition,
      order: [{ by: 'field', field, direction, ...(field === 'title' ? { folded: true } : {}) }],
    },
  }
}

/**
 * `core/latest-posts`: a list of published posts, with their dates, authors, images and texts, depending on its
 * attributes.
 */
export const latestPosts = defineBlock({
  name: 'core/latest-posts',
  apiVersion: 3,
  title: 'Latest Posts',
  category: 'widgets',
  description: 'The latest posts of the site.',
  keywords: ['recent posts'],
  attributes: latestPostsAttributes,
  supports: {
    anchor: true,
    align: true,
    html: false,
    layout: true,
    color: COLORS,
    spacing: {
      ...SPACING,
      blockGap: { __experimentalDefault: '1.25em' },
      __experimentalDefaultControls: { blockGap: true },
    },
    typography: TYPOGRAPHY,
    __experimentalBorder: BORDER,
    interactivity: INTERACTIVITY,
  },

  upgrade(attributes) {
    const { categories } = attributes
    // Older versions saved the id of one category as a string.
    if (typeof categories !== 'string' || categories === '' || categories === '0') return attributes
    return { ...attributes, categories: [{ id: Math.abs(Number.parseInt(categories, 10) || 0) }] }
  },

  async load(uses, scope): Promise<LatestPosts> {
    const { site, principal } = scope
    const lists = new Map<string, { readonly query: ListQuery; limit: number }>()
    for (const { attributes } of uses) {
      const { key, query } = queryOf(attributes)
      const limit = limitOf(attributes, scope)
      const cached = lists.get(key)
      if (cached !== undefined) cached.limit = Math.max(cached.limit, limit)
      else if (lists.size < MAX_LISTS) lists.set(key, { query, limit })
    }
    const loaded = new Map(
      await Promise.all(
        [...lists].map(
          async ([key, { query, limit }]) => [key, await findShown(postsIn(site.store), { ...query, limit })] as const,
        ),
      ),
    )
    const postsOf = (attributes: LatestPostsAttributes) =>
      (loaded.get(queryOf(attributes).key) ?? []).slice(0, limitOf(attributes, scope))
    const all = [...new Map([...loaded.values()].flat().map(post => [post.id, post])).values()]
    const permalinks = await loadPermalinks(site, all, principal)
    const authors = uses.some(({ attributes }) => attributes.displayAuthor)
      ? await loadNames(scope, all)
      : new Map<number, string>()
    const imageOf = uses.some(({ attributes }) => attributes.displayFeaturedImage)
      ? await loadFeaturedImages(scope, all)
      : () => undefined
    return {
      postsOf,
      linkOf: post => postLink(post, permalinks),
      authorOf: post => authors.get(post.author) ?? '',
      imageOf,
      shownInFull: uses.flatMap(({ attributes }) => (showsContent(attributes) ? postsOf(attributes) : [])),
    }
  },

  includes: ({ shownInFull }) => shownInFull,

  render: (attributes, _content, loaded, scope) => latestPostsHtml(attributes, loaded, scope),
})

const showsContent = ({ displayPostContent, displayPostContentRadio }: LatestPostsAttributes): boolean =>
  displayPostContent && displayPostContentRadio === 'full_post'

/** The names that authors show, by id. */
async function loadNames({ site }: BlockScope, all: readonly PostRecord[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(all.map(post => post.author))]
  if (ids.length === 0) return new Map()
  const records = await findShown(usersIn(site.store), { where: whereUsers.in('id', ids) })
  return new Map(records.map(user => [user.id, user.displayName]))
}
