import type { HandlerRequest } from '../registry/definition.js'

/** Records that a request shows. */
export interface RequestedRecords<R> {
  readonly request: HandlerRequest
  readonly records: readonly R[]
}

/** The views of a resource that were loaded for several requests at once. */
export interface PreloadedViews<R, V> {
  /**
   * Loads one view for the records of all requests that differ in nothing but the parameter `varying`; those that differ
   * otherwise load their own.
   */
  preload(
    requested: readonly RequestedRecords<R>[],
    varying: string,
    load: (records: readonly R[], request: HandlerRequest) => Promise<V>,
  ): Promise<void>
  /** The view that was preloaded for a request, if it covers all of these records. */
  viewOf(records: readonly R[], request: HandlerRequest): V | undefined
}

/** Creates an empty store of preloaded views; it lives as long as the requests do. */
export function createPreloadedViews<R, V>(): PreloadedViews<R, V> {
  const views = new WeakMap<HandlerRequest, { readonly records: ReadonlySet<R>; readonly view: V }>()
  return {
    async preload(requested, varying, load) {
      for (const group of groupBy(requested, ({ request }) => parametersBut(varying, request))) {
        const records = new Set(group.flatMap(each => each.records))
        const [first] = group
        if (first === undefined || group.length < 2 || records.size === 0) continue
        const loaded = { records, view: await load([...records], first.request) }
        for (const { request } of group) views.set(request, loaded)
      }
    },
    viewOf(records, request) {
      const found = views.get(request)
      return found !== undefined && records.every(record => found.records.has(record)) ? found.view : undefined
    },
  }
}

/** Requests with a body are not preloaded: what the others say beside their path is their query. */
const parametersBut = (varying: string, { query }: HandlerRequest): string =>
  JSON.stringify({ ...query, [varying]: undefined })

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Iterable<T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups.values()
}
