import { type InterfaceNames, linkHeader } from '../links.js'
import { newDictionary } from '../params/dictionary.js'
import { writePath, writeQuery } from '../params/write-query.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Items } from './items.js'

/** One page of a collection. `perPage` of 0 or less means that all items are on one page. */
export interface ItemPage {
  readonly items: Items | readonly unknown[]
  /** The number of items on all pages; without it, the reply has no totals. */
  readonly total?: number | undefined
  /** Whether there are more items than `total`, which were not counted. */
  readonly capped?: true | undefined
  readonly page: number
  readonly perPage: number
  /** The page that `prev` links to; by default the page before this one, or the last one if that is earlier. */
  readonly before?: number | undefined
  /** Links to the next page by a cursor instead of a number; `next` is `undefined` on the last page. */
  readonly cursor?: { readonly next: string | undefined } | undefined
}

/** The parts of a registry that `pageReply` needs; a registry itself fits. */
export interface CollectionPlace {
  readonly baseUrl: string
  readonly names: InterfaceNames
}

/**
 * Creates the reply of a collection (specification section 4.2): totals in headers, `prev` and `next` in `Link`. For a
 * page beyond the last one, `prev` is the last one. A third header is sent if the total is `capped`. A list with
 * cursors has no `prev`.
 */
export function pageReply(page: ItemPage, request: HandlerRequest, place: CollectionPlace): Reply {
  // Embedded resources have no headers.
  if (request.origin !== undefined) return { body: page.items, fieldsApplied: true }
  const { total = 0, perPage, cursor } = page
  const pages = perPage > 0 ? Math.ceil(total / perPage) : total > 0 ? 1 : 0
  const at = (name: 'page' | 'cursor', value: number | string, rel: string) => {
    const query = newDictionary()
    for (const sent of Object.keys(request.query)) query[sent] = request.params[sent] ?? request.query[sent]
    query[name] = value
    return linkHeader(`${place.baseUrl}${writePath(request.path)}?${writeQuery(query)}`, rel)
  }
  const links: string[] = []
  if (cursor !== undefined) {
    if (cursor.next !== undefined) links.push(at('cursor', cursor.next, 'next'))
  } else {
    if (page.page > 1) links.push(at('page', page.before ?? Math.min(page.page - 1, pages), 'prev'))
    if (page.page < pages) links.push(at('page', page.page + 1, 'next'))
  }
  const { headerPrefix } = place.names
  return {
    body: page.items,
    headers:
      page.total === undefined
        ? {}
        : {
            [`${headerPrefix}Total`]: String(total),
            [`${headerPrefix}TotalPages`]: String(pages),
            ...(page.capped && { [`${headerPrefix}TotalRelation`]: 'at-least' }),
          },
    linkHeader: links,
    fieldsApplied: true,
  }
}
