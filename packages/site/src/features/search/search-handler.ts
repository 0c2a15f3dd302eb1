import type { HandlerRequest, Links } from '@platen/core'
import type { SiteContext } from '../../site-context.js'

/** What is sought: one page of it. */
export interface SearchQuery {
  /** Without spaces around it; empty when everything is wanted. */
  readonly text: string
  /** Those of the handler's subtypes that are wanted; all of them when none was named. */
  readonly subtypes: readonly string[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly offset: number
  readonly limit: number
}

/** One thing that was found. What is a function is called only when a request wants it. */
export interface SearchItem {
  readonly id: number | string
  readonly type: string
  readonly subtype?: string | undefined
  title(): string
  url(): string
  /** Links beside the one to the collection. */
  links(): Links
}

/** A page of what was found. */
export interface SearchPage {
  readonly items: readonly SearchItem[]
  readonly total: number
}

/** How things of one type are searched for, in a number of queries that does not depend on how many are found. */
export interface SearchHandler {
  /** What things of the type may be told apart by; clients may name them as `subtype`. */
  readonly subtypes: readonly string[]
  /** Whether what is found is told by its subtype as well as by its type. */
  readonly showsSubtypes: boolean
  find(query: SearchQuery, request: HandlerRequest): Promise<SearchPage>
}

/** Makes a handler for a site, once all is registered. */
export type SearchHandlerFactory = (site: SiteContext) => SearchHandler
