import { FOLDING, fold, foldKey } from '@platen/rendering'
import type { CollectionDefinition } from './define-collection.js'

/** A way to fold texts. Stores record its version beside what they have folded with it, and fold again what is older. */
export interface Folding {
  readonly version: number
  /** Whether it is the one for unique keys, `foldKey`. */
  readonly isOfKey: boolean
  fold(text: string): string
}

const ofTexts: Folding = Object.freeze({ version: FOLDING, isOfKey: false, fold })
/** All texts were once folded in this way. */
const ofKeys: Folding = Object.freeze({ version: 1, isOfKey: true, fold: foldKey })

/** For stores: how the texts of a field are folded, those that a unique key has by `foldKey` and all others by `fold`. */
export function foldingOf({ unique }: Pick<CollectionDefinition, 'unique'>, field: string): Folding {
  for (const key of Object.values(unique)) {
    if (key.some(part => typeof part === 'object' && 'folded' in part && part.folded === field)) return ofKeys
  }
  return ofTexts
}
