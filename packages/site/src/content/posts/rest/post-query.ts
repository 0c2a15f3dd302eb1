import { type HandlerRequest, RestError } from '@platen/core'
import { lookupSlug } from '@platen/rendering'
import type { Condition, FieldOf, Order, StoreSession } from '@platen/storage'
import { conditionOf, type SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import {
  type PostRecord,
  type TermRecord,
  termsIn,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import {
  addedCondition,
  countedResults,
  listedIds,
  listedValues,
  requestedOrder,
  searchText,
  searchTextBy,
} from '../../../kernel/rest/index.js'
import { localTime } from '../../../kernel/time/index.js'
import { type PostType, postStatuses, supports, type Taxonomy, taxonomiesOfType } from '../../types/index.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, STICKY_OPTION } from '../post-meta-keys.js'
import { FIRST_STORED, type PostSearch, relevanceOrder, searchCondition } from '../post-search.js'
import { editPosts, readPosts } from '../rules/post-rights.js'
import { statusNames } from './listed-statuses.js'
import { searchedPosts } from './searched-posts.js'

type Where = Condition<PostRecord> | undefined

type Params = Readonly<Record<string, unknown>>

function dateConditions(params: Params, options: OptionSnapshot): Where {
  const bound = (name: string, compare: 'gt' | 'lt', field: FieldOf<PostRecord>): Where => {
    const given = params[name]
    return typeof given === 'string' ? wherePosts[compare](field, localTime(given, options.time)) : undefined
  }
  return wherePosts.and(
    bound('after', 'gt', 'date'),
    bound('before', 'lt', 'date'),
    bound('modified_after', 'gt', 'modified'),
    bound('modified_before', 'lt', 'modified'),
  )
}

const carries = (ids: readonly number[]) =>
  wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.in('term', ids))

/** The ids of a condition on terms. */
const requestedTerms = (given: unknown): readonly number[] =>
  listedIds(Array.isArray(given) ? given : (given as { terms?: unknown } | undefined)?.terms)

/** A condition on terms: a list of ids, or `{terms, include_children, operator}`. */
async function termCondition(site: SiteContext, taxonomy: Taxonomy, given: unknown): Promise<Where> {
  const requested = [...new Set(requestedTerms(given))]
  if (requested.length === 0) return undefined
  const options = given as { include_children?: boolean; operator?: string }
  // Terms of other taxonomies do not match, even if a post has them.
  const { records } = await termsIn(site.store).find({
    where: whereTerms.and(whereTerms.eq('taxonomy', taxonomy.name), whereTerms.in('id', requested)),
  })
  const found = new Set(records.map(term => term.id))
  const known = requested.filter(id => found.has(id))
  const branches = options.include_children === true ? await branchesOf(site.store, taxonomy.name, known) : undefined
  if (options.operator !== 'AND') return carries(branches === undefined ? known : [...new Set(branches.flat())])
  if (known.length < requested.length) return carries([])
  return wherePosts.existsForEach(
    whereAssignments,
    { foreign: 'object', local: 'id' },
    'term',
    branches ?? known.map(id => [id]),
  )
}

/** Lists by more terms than this, those below them included, take long to count. */
const MANY_TERMS = 10

/** The ids in the lists of a condition on terms. */
const namedTerms = (condition: Where): number => {
  if (condition?.op === 'not') return namedTerms(condition.condition)
  if (condition?.op === 'existsForEach') return condition.lists.flat().length
  return condition?.op === 'exists' && condition.where?.op === 'in' ? condition.where.values.length : 0
}

/** The conditions on terms, and whether they name many. */
async function taxonomyConditions(
  site: SiteContext,
  type: PostType,
  params: Params,
): Promise<{ readonly ofTerms: Where; readonly areMany: boolean }> {
  const conditions: Where[] = []
  for (const taxonomy of taxonomiesOfType(site, type)) {
    const { [taxonomy.restBase]: included, [`${taxonomy.restBase}_exclude`]: excluded } = params
    if (included !== undefined) conditions.push(await termCondition(site, taxonomy, included))
    const unwanted = excluded === undefined ? undefined : await termCondition(site, taxonomy, excluded)
    if (unwanted !== undefined) conditions.push(wherePosts.not(unwanted))
  }
  const isAny = params['tax_relation'] === 'OR' && conditions.some(each => each !== undefined)
  return {
    ofTerms: isAny ? wherePosts.or(...conditions) : wherePosts.and(...conditions),
    areMany: conditions.reduce((sum, each) => sum + namedTerms(each), 0) > MANY_TERMS,
  }
}

function formatCondition(formats: readonly string[]): Where {
  if (formats.length === 0) return undefined
  const slugs = formats.filter(format => format !== 'standard').map(format => `${FORMAT_SLUG_PREFIX}${format}`)
  const ofFormat = (condition: Condition<TermRecord> | undefined) =>
    wherePosts.exists(
      whereAssignments,
      { foreign: 'object', local: 'id' },
      whereAssignments.exists(
        whereTerms,
        { foreign: 'id', local: 'term' },
        whereTerms.and(whereTerms.eq('taxonomy', FORMAT_TAXONOMY), condition),
      ),
    )
  return wherePosts.or(
    slugs.length > 0 ? ofFormat(whereTerms.in('slug', slugs)) : undefined,
    formats.includes('standard') ? wherePosts.not(ofFormat(undefined)) : undefined,
  )
}

/** The condition of `include` and `exclude`; `include`, or a request for sticky posts, takes precedence. */
export function idCondition(params: Params): Where {
  const include = listedIds(params['include'])
  const exclude = listedIds(params['exclude'])
  if (include.length > 0) return wherePosts.in('id', include)
  return exclude.length > 0 && params['sticky'] !== true ? wherePosts.notIn('id', exclude) : undefined
}

/** The status of published posts of a type. */
const usualStatus = (type: PostType) => (type.inheritsStatus ? 'inherit' : 'publish')

const asksNoStatus = ({ status }: Params) => Array.isArray(status) && status.length === 0

/**
 * An empty list of statuses requests published posts, and others that the caller may read like published ones. Internal
 * statuses such as `trash` are not part of `any`, but may be requested along with it.
 */
function requestedStatuses(
  site: SiteContext,
  type: PostType,
  { params, principal }: HandlerRequest,
): readonly string[] {
  const usual = usualStatus(type)
  const { status = usual } = params
  const named = typeof status === 'string' ? [status] : statusNames(status)
  if (asksNoStatus(params) && principal.authenticated)
    return site
      .get(postStatuses)
      .all()
      .flatMap(each => (each.name === usual || each.private ? [each.name] : []))
  if (named.includes('any'))
    return site
      .get(postStatuses)
      .all()
      .flatMap(({ internal, name }) => (internal && !named.includes(name) ? [] : [name]))
  if (named.length === 0) return [usual]
  return [...new Set(named)]
}

/** Without a requested status, only the caller's own private posts are included, unless the caller may read all. */
const privateOf = (type: PostType, { params, principal }: HandlerRequest): Where =>
  asksNoStatus(params) && !principal.can(type.capabilities.read_private_posts)
    ? wherePosts.or(wherePosts.eq('status', usualStatus(type)), wherePosts.eq('author', principal.id))
    : undefined

/** The posts of a type that a caller may read or, in the context `edit`, edit. */
export function permittedCondition(
  site: SiteContext,
  type: PostType,
  statuses: readonly string[],
  { params, principal }: HandlerRequest,
): Where {
  const permitted = params['context'] === 'edit' ? editPosts : readPosts
  return conditionOf(permitted(site, principal, { types: [type.name], statuses }))
}

function stickyCondition(params: Params, sticky: readonly number[]): Where {
  if (params['sticky'] === true) return wherePosts.in('id', sticky)
  if (params['sticky'] === false && listedValues(params['include']).length === 0 && sticky.length > 0)
    return wherePosts.notIn('id', sticky)
  return undefined
}

/** The sticky posts to list first: on the first page, unless ids, a search, formats or terms are requested. */
function stickyOnTop(site: SiteContext, type: PostType, params: Params, sticky: readonly number[]): readonly number[] {
  if (params['ignore_sticky'] !== false || Number(params['page'] ?? 1) !== 1) return []
  const asksForTerms = ({ restBase }: Taxonomy) => requestedTerms(params[restBase]).length > 0
  const chosen =
    typeof params['sticky'] === 'boolean' ||
    typeof params['search'] === 'string' ||
    listedValues(params['include']).length > 0 ||
    listedValues(params['format']).length > 0 ||
    taxonomiesOfType(site, type).some(asksForTerms)
  const unwanted = new Set(listedIds(params['exclude']))
  return chosen ? [] : sticky.filter(id => !unwanted.has(id))
}

const FIELD_ORDERS: Readonly<Record<string, FieldOf<PostRecord>>> = {
  author: 'author',
  date: 'date',
  id: 'id',
  modified: 'modified',
  parent: 'parent',
  slug: 'slug',
  title: 'title',
  menu_order: 'menuOrder',
}

/** Throws for an order without its required argument: the text of a search, or a list of ids. */
export function checkOrder(site: SiteContext, params: Params): void {
  if (params['orderby'] === 'relevance' && searchTextBy(site.dialect, params) === '') {
    throw new RestError('rest_no_search_term_defined', 'Ordering by relevance requires a search.', 400)
  }
  if (params['orderby'] === 'include' && listedValues(params['include']).length === 0) {
    throw new RestError('rest_orderby_include_missing_include', 'Ordering by a list of ids requires such a list.', 400)
  }
}

/** The order that the arguments of a list request. */
export function orderOf(
  type: PostType,
  { params, principal }: Pick<HandlerRequest, 'params' | 'principal'>,
  search: PostSearch | undefined,
): readonly Order<PostRecord>[] {
  const direction = params['order'] === 'asc' ? 'asc' : 'desc'
  const by = String(params['orderby'] ?? 'date')
  if (by === 'include') return [{ by: 'position', field: 'id', values: listedIds(params['include']) }]
  if (by === 'include_slugs') return [{ by: 'position', field: 'slug', values: listedValues<string>(params['slug']) }]
  if (by === 'relevance' && search !== undefined)
    return [relevanceOrder(search), { by: 'field', field: 'date', direction }, FIRST_STORED]
  // An order reveals its sort values: if a type does not show authors, only callers who may edit others' posts can
  // order by author.
  const isShown = by !== 'author' || supports(type, 'author') || principal.can(type.capabilities.edit_others_posts)
  const field = (isShown && FIELD_ORDERS[by]) || 'date'
  return [{ by: 'field', field, direction, ...(field === 'title' ? { folded: true } : {}) }]
}

/** Whether a condition matches all records. */
const isEmpty = (condition: Where) => condition === undefined || (condition.op === 'and' && condition.all.length === 0)

/** The additions of a type to the lists of posts. */
export interface PostListExtras {
  readonly where?: Condition<PostRecord> | undefined
  /** An additional place where search words are looked up. */
  readonly searchIn?: ((word: string, exact: boolean) => Condition<PostRecord>) | undefined
}

function statusCondition(statuses: readonly string[]): Where {
  const [status, ...others] = statuses
  return status !== undefined && others.length === 0
    ? wherePosts.eq('status', status)
    : wherePosts.in('status', statuses)
}

function authorCondition(type: PostType, params: Params): Where {
  if (!supports(type, 'author')) return undefined
  const excluded = listedIds(params['author_exclude'])
  if (excluded.length > 0) return wherePosts.notIn('author', excluded)
  const authors = listedIds(params['author'])
  return authors.length > 0 ? wherePosts.in('author', authors) : undefined
}

function slugCondition(params: Params): Where {
  const slugs = listedValues<string>(params['slug']).map(slug => lookupSlug(slug))
  return slugs.length > 0 ? wherePosts.in('slug', slugs) : undefined
}

const hasParents = (type: PostType): boolean => type.hierarchical || type.inheritsStatus

function parentCondition(type: PostType, params: Params): Where {
  const parents = hasParents(type) ? listedIds(params['parent']) : []
  return parents.length > 0 ? wherePosts.in('parent', parents) : undefined
}

function parentExclusion(type: PostType, params: Params): Where {
  const parents = hasParents(type) ? listedIds(params['parent_exclude']) : []
  return parents.length > 0 ? wherePosts.notIn('parent', parents) : undefined
}

/** The search of a list, in the texts that the caller may search; `undefined` without a text. */
function searchOf(
  site: SiteContext,
  type: PostType,
  statuses: readonly string[],
  { params, principal }: Pick<HandlerRequest, 'params' | 'principal'>,
): PostSearch | undefined {
  const text = searchText(params)
  if (text === '') return undefined
  return {
    text,
    columns: listedValues<string>(params['search_columns']),
    exact: params['search_semantics'] === 'exact',
    within: searchedPosts(site, principal, { types: [type.name], statuses }),
    dialect: site.dialect,
  }
}

/** Creates the query of a list of posts from its arguments; only those of the type's lists are used. */
export async function postListQuery(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
  extras: PostListExtras = {},
) {
  const { params } = request
  const options = await site.options()
  const statuses = requestedStatuses(site, type, request)
  const search = searchOf(site, type, statuses, request)
  const sticky = type.sticky ? options.ids(STICKY_OPTION) : []
  const permitted = permittedCondition(site, type, statuses, request)
  const requested = wherePosts.and(
    wherePosts.eq('type', type.name),
    statusCondition(statuses),
    parentCondition(type, params),
  )
  const { ofTerms, areMany } = await taxonomyConditions(site, type, params)
  const added = await addedCondition<PostRecord>(site, type.name, request)
  const filters: readonly Where[] = [
    idCondition(params),
    authorCondition(type, params),
    slugCondition(params),
    parentExclusion(type, params),
    // The sign is ignored.
    typeof params['menu_order'] === 'number' ? wherePosts.eq('menuOrder', Math.abs(params['menu_order'])) : undefined,
    dateConditions(params, options),
    ofTerms,
    formatCondition(supports(type, 'post-formats') ? listedValues<string>(params['format']) : []),
    stickyCondition(params, sticky),
    extras.where,
    added,
    search === undefined ? undefined : searchCondition(search, extras.searchIn),
  ]
  // With any other filter, a total that counts them would reveal their content.
  const countsUnreadable = site.dialect.countsUnreadable && permitted !== undefined && filters.every(isEmpty)
  const isCountedWhole = search === undefined && !areMany && added === undefined
  const page = Number(params['page'] ?? 1)
  const perPage = Number(params['per_page'] ?? 10)
  const offset = typeof params['offset'] === 'number' ? Math.abs(params['offset']) : (page - 1) * perPage
  return {
    query: {
      where: wherePosts.and(requested, permitted, ...filters),
      order: requestedOrder<PostRecord>(site, type.name, request, each => {
        checkOrder(site, each)
        return orderOf(type, { params: each, principal: request.principal }, search)
      }),
      limit: perPage,
      offset,
      total: isCountedWhole ? !countsUnreadable : countedResults(site, offset, perPage),
    },
    /** The condition of the total, if it counts more than the query finds. */
    counted: countsUnreadable ? wherePosts.and(requested, privateOf(type, request)) : undefined,
    page,
    perPage,
    // Sticky posts would be listed whether they match or not.
    stickyFirst: added === undefined ? stickyOnTop(site, type, params, sticky) : [],
  }
}

/** The ids of each term and all its descendants, without duplicates; one query per level. */
async function branchesOf(
  store: StoreSession,
  taxonomy: string,
  ids: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const children = new Map<number, number[]>()
  const seen = new Set(ids)
  let level: readonly number[] = [...seen]
  while (level.length > 0) {
    const { records } = await termsIn(store).find({
      where: whereTerms.and(whereTerms.eq('taxonomy', taxonomy), whereTerms.in('parent', level)),
    })
    for (const { id, parent } of records) {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [id])
      else siblings.push(id)
    }
    level = records.map(record => record.id).filter(id => !seen.has(id))
    for (const id of level) seen.add(id)
  }
  return ids.map(id => {
    // Iterating over a set includes members that are added meanwhile.
    const branch = new Set([id])
    for (const term of branch) for (const child of children.get(term) ?? []) branch.add(child)
    return [...branch]
  })
}
