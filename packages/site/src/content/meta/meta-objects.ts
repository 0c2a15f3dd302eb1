import type { CollectionDefinition } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'

/** A kind of object that can have meta, such as `post`. */
export interface MetaObjects {
  readonly name: string
  readonly collection: CollectionDefinition
  /** The field of a record that names its subtype; none if the kind has no subtypes. */
  readonly subtype?: string
  /** The subtypes that clients list. */
  readonly subtypes?: (site: SiteContext) => readonly string[]
}

/** The kinds of objects that can have meta, as features declare them. */
export const metaObjects = registrationKey('objects with meta', (): MetaObjects[] => [])

/** The subtypes of a kind that clients list; the empty one if it has none. */
export const subtypesOf = (site: SiteContext, { subtypes }: MetaObjects): readonly string[] => subtypes?.(site) ?? ['']
