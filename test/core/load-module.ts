const dist = new URL('../../../packages/core/dist/', import.meta.url)

/**
 * Loads a module of the core package that its package does not export, by its path below `src`. The package itself is
 * bundled: classes and symbols that both have are not the same.
 */
export const loadModule = async <M>(path: string): Promise<M> => (await import(new URL(path, dist).href)) as M
