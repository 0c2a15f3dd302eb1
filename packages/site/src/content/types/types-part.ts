import { checks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { featurePart } from '../../kernel/features/index.js'

/** The part of features about post types. */
export interface TypesPart {
  /** Names that the feature adds to those allowed in `supports` of post types. */
  readonly supports?: readonly string[]
}

/** The names that features allow in `supports` of post types. */
export const knownSupports = registrationKey('known supports', (): string[] => [])

const { texts } = checks

export const typesParts = {
  supports: featurePart<readonly string[]>(
    texts,
    ({ context }, names) => void context.get(knownSupports).push(...names),
  ),
}
