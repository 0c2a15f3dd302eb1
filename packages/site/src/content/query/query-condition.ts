import type { Condition, FieldOf, Order } from '@platen/storage'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { conditionOf } from '../../kernel/context/index.js'
import {
  type PostRecord,
  type TermRecord,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../kernel/records/index.js'
import {
  FORMAT_SLUG_PREFIX,
  FORMAT_TAXONOMY,
  type PostSearch,
  readPosts,
  relevanceOrder,
  STICKY_OPTION,
  searchCondition,
  searchedPosts,
} from '../posts/index.js'
import { type PostType, postTypes, taxonomies } from '../types/index.js'
import type { QueryRequest, TermIds } from './query-request.js'

type Where = Condition<PostRecord> | undefined

/** The type of the posts of a query; posts if not everybody may see the type. */
export function queryType({ site }: Pick<BlockScope, 'site'>, name: string): PostType | undefined {
  const types = site.get(postTypes)
  const type = types.get(name)
  return type?.viewable === true && !type.restricted ? type : types.get('post')
}

const hasTerm = (condition: Condition<TermRecord>): Condition<PostRecord> =>
  wherePosts.exists(
    whereAssignments,
    { foreign: 'object', local: 'id' },
    whereAssignments.exists(whereTerms, { foreign: 'id', local: 'term' }, condition),
  )

/** One condition per taxonomy that everybody may see. */
const termConditions = ({ site }: BlockScope, requested: TermIds): readonly Condition<PostRecord>[] =>
  [...requested].flatMap(([name, ids]) => {
    const taxonomy = site.get(taxonomies).get(name)
    if (taxonomy?.publiclyQueryable !== true || taxonomy.restricted) return []
    return [hasTerm(whereTerms.and(whereTerms.eq('taxonomy', name), whereTerms.in('id', ids)))]
  })

function formatCondition(formats: readonly string[]): Where {
  if (formats.length === 0) return undefined
  const slugs = formats.filter(format => format !== 'standard').map(format => `${FORMAT_SLUG_PREFIX}${format}`)
  const isFormat = whereTerms.eq('taxonomy', FORMAT_TAXONOMY)
  return wherePosts.or(
    slugs.length > 0 ? hasTerm(whereTerms.and(isFormat, whereTerms.in('slug', slugs))) : undefined,
    formats.includes('standard') ? wherePosts.not(hasTerm(isFormat)) : undefined,
  )
}

function stickyCondition({ sticky }: QueryRequest, ids: readonly number[]): Where {
  if (sticky === 'only') return wherePosts.in('id', ids)
  return sticky === 'exclude' && ids.length > 0 ? wherePosts.notIn('id', ids) : undefined
}

/** The statuses of the posts that a query may find; the condition excludes private posts of others. */
const statusesFor = ({ principal }: BlockScope): readonly string[] =>
  principal.authenticated ? ['publish', 'private'] : ['publish']

/** The posts of a type that the caller may see in lists. */
export function listedCondition(scope: BlockScope, type: PostType): Condition<PostRecord> {
  const statuses = statusesFor(scope)
  return wherePosts.and(
    wherePosts.eq('type', type.name),
    statuses.length === 1 ? wherePosts.eq('status', 'publish') : wherePosts.in('status', statuses),
    conditionOf(readPosts(scope.site, scope.principal, { types: [type.name], statuses })),
  )
}

const searchOf = (scope: BlockScope, type: PostType, { search }: QueryRequest): PostSearch => ({
  text: search,
  columns: [],
  exact: false,
  within: searchedPosts(scope.site, scope.principal, { types: [type.name], statuses: statusesFor(scope) }),
  dialect: scope.site.dialect,
})

/** The condition of the posts of a query, without the window. */
export function queryCondition(scope: BlockScope, type: PostType, query: QueryRequest): Condition<PostRecord> {
  const { options } = scope
  return wherePosts.and(
    listedCondition(scope, type),
    query.authors.length > 0 ? wherePosts.in('author', query.authors) : undefined,
    query.exclude.length > 0 ? wherePosts.notIn('id', query.exclude) : undefined,
    query.parents.length > 0 && type.hierarchical ? wherePosts.in('parent', query.parents) : undefined,
    formatCondition(query.formats),
    stickyCondition(query, type.sticky ? options.ids(STICKY_OPTION) : []),
    ...termConditions(scope, query.included),
    ...termConditions(scope, query.excluded).map(condition => wherePosts.not(condition)),
    query.search === '' ? undefined : searchCondition(searchOf(scope, type, query)),
  )
}

const FIELDS: Readonly<Record<string, FieldOf<PostRecord>>> = {
  author: 'author',
  date: 'date',
  ID: 'id',
  id: 'id',
  modified: 'modified',
  parent: 'parent',
  name: 'slug',
  title: 'title',
  menu_order: 'menuOrder',
  comment_count: 'commentCount',
}

/** The order of a query with a random order. */
export const RANDOM = 'rand'

/** The order of the posts of a query: by date for a field that it does not have. */
export function queryOrder(scope: BlockScope, type: PostType, query: QueryRequest): readonly Order<PostRecord>[] {
  const { orderBy, direction } = query
  if (orderBy === RANDOM) return [{ by: 'random' }]
  if (orderBy === 'relevance' && query.search !== '')
    return [relevanceOrder(searchOf(scope, type, query)), { by: 'field', field: 'date', direction }]
  const field = (Object.hasOwn(FIELDS, orderBy) && FIELDS[orderBy]) || 'date'
  return [{ by: 'field', field, direction, ...(field === 'title' ? { folded: true } : {}) }]
}
