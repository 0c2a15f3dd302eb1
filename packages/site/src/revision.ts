import type { Feature } from './feature.js'
import type { Store } from './storage/index.js'

/**
 * The revision of all that responses depend on: the store's own, or, once features watch sources outside the store, a
 * number that rises whenever the store or one of the sources changes.
 */
export function createRevision(store: Pick<Store, 'revision'>, features: readonly Feature[]): () => number {
  let last = ''
  let revision = 0
  return () => {
    const stored = store.revision()
    const sources = features.filter(feature => feature.revision !== undefined)
    if (sources.length === 0) return stored
    const current = [stored, ...sources.map(feature => feature.revision?.())].join(' ')
    if (current !== last) {
      last = current
      revision += 1
    }
    return revision
  }
}
