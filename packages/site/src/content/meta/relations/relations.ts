import type { SiteContext } from '../../../kernel/context/index.js'
import { RegistrationError, requireKnown } from '../../../kernel/registrations/index.js'
import { type IndexedKey, indexedKeysOf } from '../indexing/indexed-keys.js'
import { type MetaKey, type MetaReference, metaKeys } from '../meta-keys.js'
import { type MetaObjects, type MetaTargets, metaObjects, subtypesOf } from '../meta-objects.js'

/** A declared key of one subtype whose values refer to other objects. */
export interface Relation {
  /** The kind of the objects that have the key. */
  readonly source: MetaObjects
  readonly subtype: string
  readonly key: IndexedKey
  readonly refersTo: MetaReference
}

/** All relations of a site. */
const relationsIn = (site: SiteContext): readonly Relation[] =>
  site
    .get(metaObjects)
    .flatMap(source =>
      subtypesOf(site, source).flatMap(subtype =>
        indexedKeysOf(site, source.name, subtype).flatMap(key =>
          key.key.refersTo === undefined ? [] : [{ source, subtype, key, refersTo: key.key.refersTo }],
        ),
      ),
    )

/** The relations of the objects of a kind. */
export const relationsOf = (site: SiteContext, kind: string): readonly Relation[] =>
  relationsIn(site).filter(({ source }) => source.name === kind)

/** The relations to objects of a kind, or, if it is given, to those of a subtype. */
export const relationsTo = (site: SiteContext, kind: string, subtype?: string): readonly Relation[] =>
  relationsIn(site).filter(
    ({ refersTo: { object, subtypes } }) =>
      object === kind && (subtype === undefined || subtypes === undefined || subtypes.includes(subtype)),
  )

/** The kind that a reference names, if there are keys that may refer to it. */
export function targetKind(
  site: SiteContext,
  { object }: MetaReference,
): (MetaObjects & { readonly targets: MetaTargets }) | undefined {
  const kind = site.get(metaObjects).find(({ name }) => name === object)
  return kind?.targets === undefined ? undefined : { ...kind, targets: kind.targets }
}

/** The kind of the objects that the values of a stored meta key refer to, if it is declared so. */
export const referenceKind = (site: SiteContext, object: string, subtype: string, key: string): string | undefined =>
  site
    .get(metaKeys)
    .of(object, subtype)
    .find(each => each.key === key)?.refersTo?.object

/** Refuses a key that refers to objects that the site does not have. */
export function checkReference(site: SiteContext, { key, refersTo }: MetaKey): void {
  if (refersTo === undefined) return
  const what = `refersTo of the meta key "${key}"`
  const kinds = site.get(metaObjects).flatMap(({ name, targets }) => (targets === undefined ? [] : [name]))
  requireKnown(what, 'kind of object', refersTo.object, kinds)
  const kind = targetKind(site, refersTo)
  if (kind === undefined || refersTo.subtypes === undefined) return
  if (kind.subtype === undefined) throw new RegistrationError(`${what} has subtypes, but a ${kind.name} has none`)
  for (const name of refersTo.subtypes) requireKnown(what, 'subtype', name, [...kind.targets.urls(site).keys()])
}
