import { ApiError, invalidResponse } from './api-error.js'
import { searchText } from './search.js'
import type { Reply, RequestOptions, Send, SentRequest } from './transport.js'
import type { QueryValue } from './typed/index.js'

/** One page of a list by its number. */
export interface Page<T> {
  readonly items: T[]
  /** The number of items on all pages. */
  readonly total: number
  readonly totalPages: number
  /** Whether there are more items than `total`, which were not counted. */
  readonly isCapped: boolean
}

/**
 * A list. Iterating it requests page after page, as far as the loop goes: by cursors, so that no item appears twice and
 * none is left out if the list changes, or by numbers where the server has no cursors.
 */
export interface List<T> extends AsyncIterable<T> {
  /** The pages of the iteration, as lists of items. */
  pages(): AsyncIterable<T[]>
  /** Requests one page by its number, from 1, with the totals. */
  page(number?: number): Promise<Page<T>>
}

/** Creates a list; `prefix` is that of header names. */
export function createList<T>(
  send: Send,
  prefix: string,
  path: string,
  { query = {}, ...options }: RequestOptions & { readonly query?: Readonly<Record<string, QueryValue>> | undefined },
): List<T> {
  async function load(query: SentRequest['query']): Promise<Reply<T[]>> {
    const reply = await send<T[]>('GET', path, { ...options, query })
    if (!Array.isArray(reply.body)) throw invalidResponse(200, `The response of ${path} is not a list.`)
    return reply
  }
  async function* pages(): AsyncGenerator<T[]> {
    const isNumbered = ['cursor', 'page', 'offset'].some(name => query[name] !== undefined)
    let isFirst = true
    let next: string | undefined = searchText(isNumbered ? query : { ...query, cursor: '' })
    while (next !== undefined) {
      const reply = await load(next).catch(error => {
        const code = error instanceof ApiError ? error.code : undefined
        // The list has become shorter in the meantime.
        if (!isFirst && code === 'rest_post_invalid_page_number') return undefined
        if (isNumbered || code !== 'rest_cursor_not_supported') throw error
        return load(query)
      })
      if (reply === undefined) return
      yield reply.body
      isFirst = false
      next = nextSearch(reply.headers.get('link'))
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const items of pages()) yield* items
    },
    async page(number = 1) {
      const { body, headers } = await load({ ...query, page: number })
      const total = (name: string) => headers.get(`x-${prefix}-total${name}`)
      return {
        items: body,
        total: Number(total('')),
        totalPages: Number(total('pages')),
        isCapped: total('relation') !== null,
      }
    },
  }
}

/** The query of the next page. The rest of its URL is not used: behind a proxy, it may be of another host. */
function nextSearch(link: string | null): string | undefined {
  const text = link?.match(/<[^<>?]*\?([^<>]*)>; *rel="?next/)?.[1]
  if (text === undefined) return undefined
  const search = new URLSearchParams(text)
  // The path, in URLs that have it in the query.
  search.delete('rest_route')
  return search.toString()
}
