import type { HandlerRequest, Links } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { Registrations } from '../../kernel/registrations/index.js'

/** A query for one page of results. */
export interface SearchQuery {
  /** The trimmed search text; empty to match everything. */
  readonly text: string
  /** The requested subtypes of the handler; all of them if none is requested. */
  readonly subtypes: readonly string[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly offset: number
  readonly limit: number
}

/** One result. The functions are called only if the request includes the field. */
export interface SearchItem {
  readonly id: number | string
  readonly type: string
  readonly subtype?: string | undefined
  /** The fields whose data was not loaded: see `omitted` of a resource. */
  readonly omitted?: readonly string[] | undefined
  title(): string
  url(): string
  /** Links besides the one to the collection. */
  links(): Links
}

/** A page of results, and the total number of results. */
export interface SearchPage {
  readonly items: readonly SearchItem[]
  readonly total: number
  /** Whether there are more results than `total`, which were not counted. */
  readonly capped?: true | undefined
}

/** Searches records of one type with a fixed number of queries. */
export interface SearchHandler {
  /** The values that the parameter `subtype` accepts for the type. */
  readonly subtypes: readonly string[]
  /** The subtypes that are searched if a request names none; all by default. */
  readonly defaultSubtypes?: readonly string[] | undefined
  /** Whether results include their subtype. */
  readonly showsSubtypes: boolean
  /** Whether `find` applies the arguments that were added with `search: true` to the lists of its subtypes. */
  readonly appliesListArguments?: true | undefined
  find(query: SearchQuery, request: HandlerRequest): Promise<SearchPage>
}

/** Creates a handler for a site, after all registrations. */
export type SearchHandlerFactory = (site: SiteContext) => SearchHandler

/** The search handlers of a site by `type`, in order of registration. */
export const searchHandlers = registrationKey(
  'search handlers',
  () => new Registrations<SearchHandlerFactory>('the search handler'),
)
