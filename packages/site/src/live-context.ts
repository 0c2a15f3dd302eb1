import type { SiteContext } from './site-context.js'

/** A context whose members are those of the current one at the time they are read. */
export function liveContext(current: () => SiteContext): SiteContext {
  const live = {}
  for (const key of Object.keys(current()) as (keyof SiteContext)[])
    Object.defineProperty(live, key, { enumerable: true, get: () => current()[key] })
  // It has exactly the keys of a context.
  return Object.freeze(live) as SiteContext
}
