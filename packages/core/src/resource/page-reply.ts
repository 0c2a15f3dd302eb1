import { type InterfaceNames, linkHeader } from '../links.js'
import { newDictionary } from '../params/dictionary.js'
import { writePath, writeQuery } from '../params/write-query.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Items } from './items.js'

/** One page of a collection. `perPage` of 0 or less means that all items are on one page. */
export interface ItemPage {
  readonly items: Items | readonly unknown[]
  readonly total: number
  readonly page: number
  readonly perPage: number
  /** The page that `prev` links to; by default the page before this one, or the last one if that is earlier. */
  readonly before?: number | undefined
}

/** The URL and the names of the registry. */
export interface CollectionPlace {
  readonly baseUrl: string
  readonly names: InterfaceNames
}

/**
 * Creates the reply of a collection (specification section 4.2): totals in headers, `prev` and `next` in `Link`. For a
 * page beyond the last one, `prev` is the last one.
 */
export function pageReply(page: ItemPage, request: HandlerRequest, place: CollectionPlace): Reply {
  // What is embedded has no headers.
  if (request.origin !== undefined) return { body: page.items, fieldsApplied: true }
  const pages = page.perPage > 0 ? Math.ceil(page.total / page.perPage) : page.total > 0 ? 1 : 0
  const at = (number: number, rel: string) => {
    const query = newDictionary()
    for (const name of Object.keys(request.query)) query[name] = request.params[name] ?? request.query[name]
    query['page'] = number
    return linkHeader(`${place.baseUrl}${writePath(request.path)}?${writeQuery(query)}`, rel)
  }
  const links: string[] = []
  if (page.page > 1) links.push(at(page.before ?? Math.min(page.page - 1, pages), 'prev'))
  if (page.page < pages) links.push(at(page.page + 1, 'next'))
  const { total, totalPages } = headerNames(place.names)
  return {
    body: page.items,
    headers: { [total]: String(page.total), [totalPages]: String(pages) },
    linkHeader: links,
    fieldsApplied: true,
  }
}

interface HeaderNames {
  readonly total: string
  readonly totalPages: string
}
// A name that is joined anew must be looked up among all names before it can be one of an object.
const joined = new WeakMap<InterfaceNames, HeaderNames>()

function headerNames(names: InterfaceNames): HeaderNames {
  const known = joined.get(names)
  if (known !== undefined) return known
  const made = { total: `${names.headerPrefix}Total`, totalPages: `${names.headerPrefix}TotalPages` }
  joined.set(names, made)
  return made
}
