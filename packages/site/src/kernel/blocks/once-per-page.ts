import type { BlockScope } from './block-scope.js'

/**
 * Creates a memory for a loader: several block types request the same data of a page of records, which are loaded once.
 * `key` identifies the data.
 */
export function oncePerPage<Value>(): (scope: BlockScope, key: string, load: () => Value) => Value {
  const pages = new WeakMap<BlockScope, Map<string, Value>>()
  return (scope, key, load) => {
    const page = pages.get(scope) ?? new Map<string, Value>()
    pages.set(scope, page)
    const known = page.get(key)
    if (known !== undefined) return known
    const loaded = load()
    page.set(key, loaded)
    return loaded
  }
}
