import { groupBy } from '../group-by.js'
import type { HandlerRequest } from '../registry/definition.js'
import { memoKey } from '../registry/memo-key.js'
import { writeJson } from './json/write-value.js'

/** Records that a request shows. */
export interface RequestedRecords<R> {
  readonly request: HandlerRequest
  readonly records: readonly R[]
}

/** The views of a resource that were loaded for several requests at once. */
export interface PreloadedViews<R, V> {
  /**
   * Loads one view for the records of all requests that differ only in the parameter `varying`; other requests load
   * their own.
   */
  preload(
    requested: readonly RequestedRecords<R>[],
    varying: string,
    load: (records: readonly R[], request: HandlerRequest) => Promise<V>,
  ): Promise<void>
  /** The preloaded view of a request, if it covers all of these records. */
  of(records: readonly R[], request: HandlerRequest): SharedView<R, V> | undefined
}

/**
 * A view that several requests share, and the JSON of the records that they have already written, which is the same for
 * all.
 */
export interface SharedView<R, V> {
  readonly view: V
  readonly texts: Map<R, string>
}

interface Preloaded<R, V> {
  loaded?: SharedView<R, V> & { readonly records: ReadonlySet<R> }
}

/** Creates a store of preloaded views: each request memoizes its own. */
export function createPreloadedViews<R, V>(): PreloadedViews<R, V> {
  const key = memoKey<Preloaded<R, V>>('preloaded view')
  const preloadedOf = (request: HandlerRequest) => request.once(key, (): Preloaded<R, V> => ({}))
  return {
    async preload(requested, varying, load) {
      for (const group of groupBy(requested, ({ request }) => parametersBut(varying, request)).values()) {
        const records = new Set<R>()
        for (const each of group) for (const record of each.records) records.add(record)
        const [first] = group
        if (first === undefined || group.length < 2 || records.size === 0) continue
        const loaded = { records, view: await load([...records], first.request), texts: new Map<R, string>() }
        for (const { request } of group) preloadedOf(request).loaded = loaded
      }
    },
    of(records, request) {
      const found = preloadedOf(request).loaded
      return found !== undefined && records.every(record => found.records.has(record)) ? found : undefined
    },
  }
}

/** Requests with a body are not preloaded; the parameters of all others are in the path and the query. */
function parametersBut(varying: string, { query }: HandlerRequest): string {
  let key = ''
  for (const name in query) if (name !== varying) key += `${writeJson(name)}:${writeJson(query[name])},`
  return key
}
