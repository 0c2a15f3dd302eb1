import type { CallResult } from '@platen/core'
import type { PublicScope } from './page.js'
import { bodyOf } from './refusal.js'

/** The functions by which pages of the console call the interface. */
export type Caller = Pick<PublicScope, 'site' | 'by'>

/** A route of the site's resources, such as that of `users`. */
export const siteRoute = ({ site }: Pick<Caller, 'site'>, path: string): string => `/${site.context.namespace}/${path}`

/** A route in the console's own namespace. */
export const consoleRoute = (path: string): string => `/console/v1/${path}`

type Query = Readonly<Record<string, unknown>>

/** Reads a route. Throws the error of the interface. */
export const read = async <T>({ site, by }: Caller, path: string, query: Query = {}): Promise<T> =>
  bodyOf(await site.call<T>('GET', path, undefined, { ...by, query }))

/** Changes something, based on the version of `tag` if there is one. Throws the error of the interface. */
export const change = async <T>(
  { site, by }: Caller,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  value?: unknown,
  { tag, query }: { readonly tag?: string; readonly query?: Query } = {},
): Promise<T> =>
  bodyOf(
    await site.call<T>(method, path, value, {
      ...by,
      query,
      ...(tag !== undefined && { headers: { 'if-match': tag } }),
    }),
  )

/** A page of a list, with totals. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly pages: number
}

/** Lists a page of records. Throws the error of the interface. */
export async function list<T>(caller: Caller, path: string, query: Query = {}): Promise<ListPage<T>> {
  const { site, by } = caller
  return pageOf(caller, await site.call<readonly T[]>('GET', path, undefined, { ...by, query }))
}

/** The page of a list that a response is. Throws the error that it is instead. */
export function pageOf<T>({ site }: Caller, answer: CallResult<readonly T[]>): ListPage<T> {
  const items = bodyOf(answer)
  const count = (name: string, otherwise: number) =>
    Number(answer.headers[`${site.context.names.headerPrefix}${name}`] ?? otherwise)
  return { items, total: count('Total', items.length), pages: count('TotalPages', 1) }
}

/** The most records that one request lists. */
export const MAX_LISTED = 100

/** Lists all records of a route that has only a few, in as many requests as the dialect needs. */
export async function listAll<T>(caller: Caller, path: string, query: Query = {}): Promise<readonly T[]> {
  let all: readonly T[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await list<T>(caller, path, { ...query, per_page: MAX_LISTED, page })
    all = all.concat(found.items)
    pages = found.pages
  }
  return all
}
