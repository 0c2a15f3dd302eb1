import type { SiteContext } from '../kernel/context/index.js'

/** A context whose members are read from the current context on each access. */
export function liveContext(current: () => SiteContext): SiteContext {
  const live = {}
  for (const key of Object.keys(current()) as (keyof SiteContext)[])
    Object.defineProperty(live, key, { enumerable: true, get: () => current()[key] })
  // It has exactly the keys of a context.
  return Object.freeze(live) as SiteContext
}
