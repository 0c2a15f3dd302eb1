import { memoKey } from '@platen/core'
import type { BlockScope } from './block-scope.js'

/**
 * Creates a memory for a loader: several block types request the same data of a page of records, which are loaded once.
 * `key` identifies the data.
 */
export function oncePerPage<Value>(name: string): (scope: BlockScope, key: string, load: () => Value) => Value {
  const ofPage = memoKey<Map<string, Value>>(name)
  return (scope, key, load) => {
    const page = scope.once(ofPage, () => new Map())
    const known = page.get(key)
    if (known !== undefined) return known
    const loaded = load()
    page.set(key, loaded)
    return loaded
  }
}
