import type { CollectionDefinition } from '../collections/define-collection.js'
import { FOLDING, fold } from './fold.js'
import { foldKey } from './fold-key.js'

/** A way to fold texts. Stores record its version with the folded texts, and fold texts with an older version again. */
export interface Folding {
  readonly version: number
  /** Whether it is the one for unique keys, `foldKey`. */
  readonly isOfKey: boolean
  fold(text: string): string
}

const ofTexts: Folding = Object.freeze({ version: FOLDING, isOfKey: false, fold })
/** All texts were once folded in this way. */
const ofKeys: Folding = Object.freeze({ version: 1, isOfKey: true, fold: foldKey })

/**
 * For stores: returns how the texts of a field are folded: by `foldKey` if the field is in a unique key, otherwise by
 * `fold`.
 */
export function foldingOf({ unique }: Pick<CollectionDefinition, 'unique'>, field: string): Folding {
  for (const key of Object.values(unique)) {
    if (key.some(part => typeof part === 'object' && 'folded' in part && part.folded === field)) return ofKeys
  }
  return ofTexts
}
