import type { HandlerRequest } from '@platen/core'
import type { Condition, FieldOf, Order } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import {
  APPROVED,
  COMMENT,
  COMMENTS_PER_PAGE,
  type CommentRecord,
  HELD,
  NOTE,
  whereComments,
} from '../../../kernel/records/index.js'
import { addedCondition, countedResults, listedIds, requestedOrder, searchTextBy } from '../../../kernel/rest/index.js'
import { localTime } from '../../../kernel/time/index.js'
import type { CommentedPosts } from '../commented-posts.js'
import { editComments, onPosts, readComments } from '../rules/comment-rights.js'
import { requestedName } from './comment-list-args.js'

type Where = Condition<CommentRecord> | undefined
type Params = HandlerRequest['params']

/** The ids of an argument, without their signs. In requests to write comments it is one id. */
export const idsOf = (value: unknown): readonly number[] =>
  typeof value === 'number' ? [Math.abs(value)] : listedIds(value)

const oneOf = (field: FieldOf<CommentRecord>, value: unknown): Where => {
  const [first, ...rest] = idsOf(value)
  if (first === undefined) return undefined
  return rest.length === 0 ? whereComments.eq(field, first) : whereComments.in(field, [first, ...rest])
}

const noneOf = (field: FieldOf<CommentRecord>, value: unknown): Where => {
  const ids = idsOf(value)
  return ids.length === 0 ? undefined : whereComments.notIn(field, ids)
}

function statusCondition(name: string): Where {
  switch (name) {
    case 'any':
      return undefined
    case 'all':
    case '':
      return whereComments.in('status', [APPROVED, HELD])
    case 'approve':
    case '1':
      return whereComments.eq('status', APPROVED)
    case '0':
      return whereComments.eq('status', HELD)
    // The reference finds nothing by the name that the field `status` shows.
    case APPROVED:
      return whereComments.or()
    default:
      return whereComments.eq('status', name)
  }
}

function typeCondition(name: string): Where {
  if (name === '') return whereComments.ne('type', NOTE)
  return name === 'all' ? undefined : whereComments.eq('type', name)
}

/** The words of a search; addresses are searched in comments that show them to the caller. */
function searchCondition(site: SiteContext, { params, principal }: HandlerRequest): Where {
  const text = searchTextBy(site.dialect, params)
  if (text === '') return undefined
  return whereComments.or(
    whereComments.containsText('content', text),
    whereComments.containsText('authorName', text),
    whereComments.containsText('authorUrl', text),
    principal.authenticated
      ? whereComments.and(
          whereComments.or(
            whereComments.containsText('authorEmail', text),
            whereComments.containsText('authorIp', text),
          ),
          conditionOf(editComments(principal, onPosts(site, principal))),
        )
      : undefined,
  )
}

function emailCondition(site: SiteContext, { params, principal }: HandlerRequest): Where {
  const email = params['author_email']
  if (typeof email !== 'string' || email === '') return undefined
  return whereComments.and(
    whereComments.equalsText('authorEmail', email),
    conditionOf(editComments(principal, onPosts(site, principal))),
  )
}

function dateConditions(params: Params, { time }: OptionSnapshot): Where {
  const bound = (name: string, compare: 'gt' | 'lt'): Where => {
    const text = params[name]
    return typeof text === 'string' ? whereComments[compare]('dateGmt', time.toUtc(localTime(text, time))) : undefined
  }
  return whereComments.and(bound('after', 'gt'), bound('before', 'lt'))
}

const FIELDS: Readonly<Record<string, FieldOf<CommentRecord>>> = {
  id: 'id',
  post: 'post',
  parent: 'parent',
  type: 'type',
}

function orderOf(params: Params): readonly Order<CommentRecord>[] {
  const direction = params['order'] === 'asc' ? 'asc' : 'desc'
  const by = String(params['orderby'] ?? 'date_gmt')
  const include = idsOf(params['include'])
  if (by === 'include' && include.length > 0) return [{ by: 'position', field: 'id', values: include }]
  const field = FIELDS[by]
  if (field === undefined) return [{ by: 'field', field: 'dateGmt', direction }]
  // The latest of those with the same post, parent or type comes first.
  return field === 'id'
    ? [{ by: 'field', field, direction }]
    : [
        { by: 'field', field, direction },
        { by: 'field', field: 'id', direction: 'desc' },
      ]
}

/** The comments of a list that the caller may read; `undefined` when the caller may read all of them. */
function readableCondition(site: SiteContext, { params, principal }: HandlerRequest, listed: CommentedPosts): Where {
  const { type, status } = params
  if (principal.can('moderate_comments') && type === COMMENT) return undefined
  if (idsOf(params['post']).length === 0) return conditionOf(readComments(principal, onPosts(site, principal)))
  // Permission for the list took that the caller can read the posts.
  if (type === COMMENT && (status === 'approve' || status === '1')) return undefined
  const editable = [...listed.values()].filter(({ post }) => principal.can('edit_post', post))
  const ids = editable.map(({ post }) => post.id)
  return conditionOf(readComments(principal, { edit: whereComments.in('post', ids), read: true }))
}

/** Whether a condition matches all records. */
const isEmpty = (condition: Condition<CommentRecord>): boolean => condition.op === 'and' && condition.all.every(isEmpty)

/** Which page of a list is requested. */
export const commentPage = ({ params }: HandlerRequest): { readonly page: number; readonly perPage: number } => ({
  page: Number(params['page'] ?? 1),
  perPage: Number(params['per_page'] ?? COMMENTS_PER_PAGE),
})

/** Creates the query of a list of comments from its arguments; `listed` are the posts in the arguments. */
export async function commentListQuery(site: SiteContext, request: HandlerRequest, listed: CommentedPosts) {
  const { params } = request
  const requested = whereComments.and(
    oneOf('post', params['post']),
    oneOf('parent', params['parent']),
    statusCondition(String(requestedName(params['status']) ?? 'approve')),
    typeCondition(String(requestedName(params['type']) ?? COMMENT)),
  )
  const filter = whereComments.and(
    oneOf('id', params['include']),
    noneOf('id', params['exclude']),
    oneOf('author', params['author']),
    noneOf('author', params['author_exclude']),
    noneOf('parent', params['parent_exclude']),
    emailCondition(site, request),
    dateConditions(params, await site.options()),
    searchCondition(site, request),
  )
  const added = await addedCondition<CommentRecord>(site, 'comment', request)
  const readable = readableCondition(site, request, listed)
  // With any other filter, a total that counts unreadable comments would reveal their content.
  const isFiltered = added !== undefined || !isEmpty(filter)
  const countsUnreadable = site.dialect.countsUnreadable && readable !== undefined && !isFiltered
  // A cursor would reveal the date of the last comment of the page.
  const isCut = countsUnreadable && site.dialect.cutsUnreadableComments && params['cursor'] === undefined
  const { page, perPage } = commentPage(request)
  // An offset of 0 is none.
  const offset = Math.abs(Number(params['offset'] ?? 0)) || (page - 1) * perPage
  return {
    query: {
      where: whereComments.and(requested, filter, added, isCut ? undefined : readable),
      order: requestedOrder<CommentRecord>(site, 'comment', request, orderOf),
      limit: perPage,
      offset,
      total: added === undefined ? isCut || !countsUnreadable : countedResults(site, offset, perPage),
    },
    /** The condition of the total, if it counts more than the query finds. */
    counted: countsUnreadable && !isCut ? requested : undefined,
    /** The condition of the comments that the caller may read, if the query finds others as well. */
    readable: isCut ? readable : undefined,
  }
}
