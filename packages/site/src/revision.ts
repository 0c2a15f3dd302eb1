import type { Feature } from './feature.js'
import type { Store } from './storage/index.js'

/** The revision of all data that responses depend on: of the store, and of features with external data. */
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
