import type { SiteContext } from './site-context.js'

/**
 * Creates a function that returns a value of a site, created on first use. It does not prevent garbage collection of
 * the site.
 */
export function oncePerSite<T extends object>(create: (site: SiteContext) => T): (site: SiteContext) => T {
  const values = new WeakMap<SiteContext, T>()
  return site => {
    const existing = values.get(site)
    if (existing !== undefined) return existing
    const created = create(site)
    values.set(site, created)
    return created
  }
}
