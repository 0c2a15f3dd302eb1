const dist = new URL('../../../packages/site/dist/', import.meta.url)

/**
 * Loads a module of the site package that its package does not export, by its path below `src`. The package itself is
 * bundled: a site that it creates has other registries. See `internals.ts` for modules that use those.
 */
export const loadModule = async <M>(path: string): Promise<M> => (await import(new URL(path, dist).href)) as M
