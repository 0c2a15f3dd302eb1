import type { AnyRecord, CollectionDefinition } from '@platen/storage'
import { type Right, registrationKey, type SiteContext, type SitePrincipal } from '../../kernel/context/index.js'

/** A kind of object that can have meta, such as `post`. */
export interface MetaObjects {
  readonly name: string
  readonly collection: CollectionDefinition
  /** The field of a record that names its subtype; none if the kind has no subtypes. */
  readonly subtype?: string
  /** The subtypes that clients list. */
  readonly subtypes?: (site: SiteContext) => readonly string[]
  /** What keys that refer to such objects need; without it, no key can. */
  readonly targets?: MetaTargets
}

/** Objects that meta keys can refer to. */
export interface MetaTargets {
  /** The objects that a caller may read. */
  readonly readable: (site: SiteContext, principal: SitePrincipal) => Right<AnyRecord>
  /** The URLs of the collections that contain the objects, by subtype. */
  readonly urls: (site: SiteContext) => ReadonlyMap<string, string>
  /** The keys that a concurrent transaction locks before it removes objects; by default, `kind id` for each. */
  readonly locks?: (ids: readonly number[]) => readonly string[]
}

/** The kinds of objects that can have meta, as features declare them. */
export const metaObjects = registrationKey('objects with meta', (): MetaObjects[] => [])

/** A kind of object, by its name. Throws a `TypeError` for an unknown one. */
export function metaObjectsNamed(site: SiteContext, kind: string): MetaObjects {
  const found = site.get(metaObjects).find(({ name }) => name === kind)
  if (found === undefined) throw new TypeError(`There are no objects of the kind "${kind}".`)
  return found
}

/** The locks of objects whose references change, or that are referred to or removed. */
export const locksOf = ({ name, targets }: MetaObjects, ids: readonly number[]): readonly string[] =>
  targets?.locks?.(ids) ?? ids.map(id => `${name} ${id}`)

/** The subtypes of a kind that clients list; the empty one if it has none. */
export const subtypesOf = (site: SiteContext, { subtypes }: MetaObjects): readonly string[] => subtypes?.(site) ?? ['']
