import type { CollectionDefinition } from '@platen/storage'
import { internals } from './internals.js'

/** The collections of the built-in features, each once. */
export const builtInCollections: readonly CollectionDefinition[] = [
  ...new Set(internals.builtInFeatures.flatMap(({ collections = [] }) => collections)),
]
