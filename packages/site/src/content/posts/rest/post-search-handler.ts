import type { HandlerRequest } from '@platen/core'
import type { Condition, Order, Query } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import {
  addedSearchCondition,
  collectionUrl,
  countedResults,
  findList,
  omittedMembers,
} from '../../../kernel/rest/index.js'
import type { SearchHandler, SearchItem, SearchQuery } from '../../search/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { type PermalinkScope, postLink } from '../permalinks/post-link.js'
import { renderedTitle } from '../post-rendering.js'
import { FIRST_STORED, type PostSearch, relevanceOrder, searchCondition } from '../post-search.js'
import { readPosts } from '../rules/post-rights.js'
import { allowedOnPost } from './post-links.js'
import { searchedPosts } from './searched-posts.js'

const LATEST_FIRST: Order<PostRecord> = { by: 'field', field: 'date', direction: 'desc' }

const PUBLISHED = 'publish'

const isSearchable = (type: PostType) =>
  type.public && type.showInRest && !type.inheritsStatus && !type.excludeFromSearch

function postQuery(
  site: SiteContext,
  query: SearchQuery,
  { principal }: HandlerRequest,
  added: Condition<PostRecord> | undefined,
): Query<PostRecord> {
  const { text, subtypes, include, exclude, offset, limit } = query
  const kinds = { types: subtypes, statuses: [PUBLISHED] }
  const search: PostSearch | undefined =
    text === ''
      ? undefined
      : {
          text,
          columns: [],
          exact: false,
          within: searchedPosts(site, principal, kinds),
          dialect: site.dialect,
        }
  const condition = wherePosts.and(
    wherePosts.in('type', subtypes),
    wherePosts.eq('status', PUBLISHED),
    conditionOf(readPosts(site, principal, kinds)),
    include.length > 0
      ? wherePosts.in('id', include)
      : exclude.length > 0
        ? wherePosts.notIn('id', exclude)
        : undefined,
    added,
    search && searchCondition(search),
  )
  const order = search === undefined ? [LATEST_FIRST] : [relevanceOrder(search), LATEST_FIRST, FIRST_STORED]
  const isCountedWhole = search === undefined && added === undefined
  return { where: condition, order, limit, offset, total: isCountedWhole || countedResults(site, offset, limit) }
}

function postItem(site: SiteContext, post: PostRecord, scope: PermalinkScope, request: HandlerRequest): SearchItem {
  const type = site.get(postTypes).get(post.type) as PostType
  return {
    id: post.id,
    type: 'post',
    subtype: post.type,
    omitted: omittedMembers(post).filter(field => field === 'title'),
    title: () => renderedTitle(post, scope),
    url: () => postLink(post, scope),
    links: () => ({
      self: [
        {
          embeddable: true,
          href: `${collectionUrl(site, type)}/${post.id}`,
          targetHints: { allow: allowedOnPost(site, post, site.principal(request), scope.options) },
        },
      ],
      about: [{ href: `${site.apiUrl}/${site.namespace}/types/${post.type}` }],
    }),
  }
}

/** Searches the published posts of all public types. Beyond the last page, there are neither results nor a total. */
export function postSearchHandler(site: SiteContext): SearchHandler {
  const subtypes = site
    .get(postTypes)
    .filter(isSearchable)
    .map(type => type.name)
  return {
    subtypes,
    defaultSubtypes: subtypes.filter(name => name === 'post'),
    showsSubtypes: true,
    appliesListArguments: true,
    async find(query, request) {
      const others = (name: string) => wherePosts.ne('type', name)
      const added = await addedSearchCondition(site, wherePosts, query.subtypes, others, request)
      const {
        records,
        total = 0,
        capped,
      } = await findList(
        site,
        request,
        limits => postsIn(site.store).find({ ...limits, ...postQuery(site, query, request, added) }),
        query.limit,
      )
      const scope = await loadPermalinks(site, request.fields.wants('url') ? records : [], request.principal)
      return {
        items: records.map(post => postItem(site, post, scope, request)),
        total: records.length === 0 ? 0 : total,
        capped: records.length === 0 ? undefined : capped,
      }
    },
  }
}
