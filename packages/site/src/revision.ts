import type { Feature } from './feature.js'
import type { Store } from './storage/index.js'

/**
 * The revision of everything that responses depend on: that of the store or, if features depend on external data, a number
 * that increases whenever the store or one of these features changes.
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
