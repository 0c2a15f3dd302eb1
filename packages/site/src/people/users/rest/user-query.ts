import { type HandlerRequest, trimCharacters } from '@platen/core'
import type { Condition, FieldOf, Order } from '@platen/storage'
import { conditionOf, type Role, type SiteContext } from '../../../kernel/context/index.js'
import { type UserRecord, whereUsers } from '../../../kernel/records/index.js'
import {
  addedCondition,
  countedResults,
  listedIds,
  listedValues,
  requestedOrder,
  searchTextBy,
} from '../../../kernel/rest/index.js'
import { authorsOf, publishedPosts, typesWithAuthors } from '../rules/user-rights.js'
import { shownTypes } from './user-args.js'

type Where = Condition<UserRecord> | undefined
type Params = Readonly<Record<string, unknown>>

const slugsOf = (params: Params) => listedValues<string>(params['slug']).map(slug => slug.toLowerCase())

/** The roles with these names, ignoring case. */
function rolesNamed(site: SiteContext, names: readonly string[]): readonly string[] {
  const folded = new Set(names.map(name => name.toLowerCase()))
  return [...names, ...Object.keys(site.roles).filter(role => folded.has(role.toLowerCase()))]
}

/** Users with one of some roles or capabilities, granted by a role or individually. Denials are ignored. */
function holdersOf(
  site: SiteContext,
  roles: readonly string[],
  capabilities: readonly string[],
): Condition<UserRecord> {
  const requested = new Set(capabilities.map(name => site.access.aliases.get(name) ?? name))
  const grants = ([role, { capabilities: granted }]: [string, Role]) =>
    requested.has(role) || granted.some(capability => requested.has(capability))
  const granting = Object.entries(site.roles)
    .filter(grants)
    .map(([role]) => role)
  return whereUsers.or(
    whereUsers.hasAny('roles', [...new Set([...rolesNamed(site, roles), ...granting])]),
    whereUsers.hasAny('capabilities', [...requested]),
  )
}

function accessCondition(site: SiteContext, params: Params): Where {
  if (params['who'] === 'authors') return holdersOf(site, [], ['edit_posts'])
  const roles = listedValues<string>(params['roles'])
  const capabilities = listedValues<string>(params['capabilities'])
  return roles.length + capabilities.length === 0 ? undefined : holdersOf(site, roles, capabilities)
}

/**
 * Callers who may not list all users see users who have published something, or all authors if they may choose among
 * them.
 */
function publishedCondition(site: SiteContext, params: Params, listsAll: boolean): Where {
  const published = params['has_published_posts']
  const types = listedValues<string>(published)
  // Only callers who may list all users may learn the authors of non-public posts.
  const listedTypes = listsAll ? shownTypes(site) : typesWithAuthors(site)
  const by = (names: readonly string[]) => conditionOf(authorsOf(publishedPosts(names)))
  if (types.length > 0) return by(types.filter(type => listedTypes.includes(type)))
  const restricted = !listsAll && params['who'] !== 'authors'
  return published === true || restricted ? by(listedTypes) : undefined
}

interface UserOrder {
  readonly field: FieldOf<UserRecord>
  readonly folded: boolean
}

const FIELDS: Readonly<Record<string, UserOrder>> = {
  id: { field: 'id', folded: false },
  name: { field: 'displayName', folded: true },
  registered_date: { field: 'registered', folded: false },
  slug: { field: 'slug', folded: true },
  email: { field: 'email', folded: true },
  url: { field: 'url', folded: true },
}

/** The replacement for an order by a hidden field: only callers who may list all users see logins. */
const BY_LOGIN: UserOrder = { field: 'login', folded: true }
const BY_SLUG: UserOrder = { field: 'slug', folded: true }

function orderOf(params: Params, has: HandlerRequest['has'], listsAll: boolean): readonly Order<UserRecord>[] {
  const direction = params['order'] === 'desc' ? 'desc' : 'asc'
  const by = String(params['orderby'] ?? 'name')
  const include = listedIds(params['include'])
  const slugs = slugsOf(params)
  // A list of ids or slugs from the client is in the client's order, unless the reverse is requested.
  const listed = has('order') ? direction : 'asc'
  if (by === 'include' && include.length > 0)
    return [{ by: 'position', field: 'id', values: include, direction: listed }]
  if (by === 'include_slugs')
    return slugs.length > 0
      ? [{ by: 'position', field: 'slug', values: slugs }]
      : [{ by: 'field', field: 'id', direction: 'asc' }]
  return [{ by: 'field', direction, ...(FIELDS[by] ?? (listsAll ? BY_LOGIN : BY_SLUG)) }]
}

/** Creates the query of a list of users from its arguments. */
export async function userListQuery(site: SiteContext, request: HandlerRequest) {
  const { params, principal, has } = request
  const listsAll = principal.can('list_users')
  const include = listedIds(params['include'])
  const exclude = listedIds(params['exclude'])
  const slugs = slugsOf(params)
  const perPage = Number(params['per_page'] ?? 10)
  const page = Number(params['page'] ?? 1)
  // An offset of 0 is none.
  const offset = params['offset'] ? Math.max(0, Number(params['offset'])) : undefined
  const skipped = offset ?? (page - 1) * perPage
  const added = await addedCondition<UserRecord>(site, 'user', request)
  const condition = whereUsers.and(
    include.length > 0
      ? whereUsers.in('id', include)
      : exclude.length > 0
        ? whereUsers.notIn('id', exclude)
        : undefined,
    slugs.length > 0 ? whereUsers.in('slug', slugs) : undefined,
    accessCondition(site, params),
    publishedCondition(site, params, listsAll),
    userSearch(searchTextBy(site.dialect, params), listedValues(params['search_columns']), listsAll),
    added,
  )
  return {
    query: {
      where: condition,
      order: requestedOrder<UserRecord>(site, 'user', request, each => orderOf(each, has, listsAll)),
      limit: perPage,
      offset: skipped,
      total: added === undefined || countedResults(site, skipped, perPage),
    },
    page: offset === undefined ? page : Math.ceil(offset / perPage) + 1,
    perPage,
  }
}

type Column = 'email' | 'name' | 'id' | 'username' | 'slug' | 'url'

const SEARCHED_FIELDS = { email: 'email', name: 'displayName', username: 'login', slug: 'slug', url: 'url' } as const

/** Fields that only callers who may list all users see. */
const PRIVATE_COLUMNS: ReadonlySet<Column> = new Set(['email', 'username'])

/** The fields most likely to contain a text. */
function likelyColumns(text: string, listsAll: boolean): readonly Column[] {
  if (!listsAll) return ['slug', 'name', 'id']
  if (text.includes('@')) return ['email']
  if (/^\d+$/.test(text)) return ['username', 'id']
  if (/^https?:\/\//i.test(text)) return ['url']
  return ['username', 'url', 'email', 'slug', 'name']
}

function inColumn(column: Column, text: string): Condition<UserRecord> {
  if (column === 'id') return whereUsers.eq('id', /^\d+$/.test(text) ? Number(text) : 0)
  return whereUsers.containsText(SEARCHED_FIELDS[column], text)
}

/** A search in `columns`; `undefined` without text. Logins and emails are for callers who may list users. */
function userSearch(input: string, columns: readonly string[], listsAll: boolean): Condition<UserRecord> | undefined {
  const text = trimCharacters(input, '*')
  if (text === '') return undefined
  const requested = new Set(columns.length > 0 ? (columns as readonly Column[]) : likelyColumns(text, listsAll))
  const searched = [...requested].filter(column => listsAll || !PRIVATE_COLUMNS.has(column))
  const tests = searched.map(column => inColumn(column, text))
  return whereUsers.or(...tests)
}
