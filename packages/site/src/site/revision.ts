import type { Store } from '@platen/storage'
import type { SiteContext } from '../kernel/context/index.js'
import type { Feature } from './feature.js'

/**
 * The revision of all data that responses depend on: of the store, and of features with external data. `context` is
 * called once the features are complete.
 */
export function createRevision(
  store: Pick<Store, 'revision'>,
  features: readonly Feature[],
  context: () => SiteContext,
): () => number {
  let sources: readonly Feature[] = []
  let counted = 0
  let known: readonly unknown[] = []
  let revision = 0
  return () => {
    if (counted !== features.length) {
      sources = features.filter(feature => feature.revision !== undefined)
      counted = features.length
    }
    const site = context()
    const current = [store.revision(), ...sources.map(feature => feature.revision?.(site))]
    if (current.length !== known.length || current.some((value, i) => value !== known[i])) {
      known = current
      revision += 1
    }
    return revision
  }
}
