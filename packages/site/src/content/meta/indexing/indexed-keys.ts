import { canonicalJson, type Schema } from '@platen/core'
import { FOLDING } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { RegistrationError } from '../../../kernel/registrations/index.js'
import { type MetaKey, metaKeys } from '../meta-keys.js'
import { metaObjects, metaObjectsNamed, subtypesOf } from '../meta-objects.js'
import type { IndexedType } from './index-text.js'

/** A declared meta key, or a property of one with objects: its values are indexed for one subtype. */
export interface IndexedKey {
  /** Identifies it in the index: the kind and subtype of objects, the key and the path of the property. */
  readonly id: string
  /** Its name in requests, such as `height` or `place.lat`. */
  readonly name: string
  readonly key: MetaKey
  /** The names of the nested properties; empty for the value itself. */
  readonly path: readonly string[]
  readonly type: IndexedType
  /** Whether an object may have several values. */
  readonly isMany: boolean
  /** Changes whenever values have to be indexed anew. */
  readonly fingerprint: string
}

/** Increases when values are indexed in another way. */
const VERSION = 1

/** The declared keys of one subtype of a kind of object, such as the post type `event`. */
export function indexedKeysOf(site: SiteContext, kind: string, subtype: string): readonly IndexedKey[] {
  const { known } = site.get(indexedKeys)
  const name = `${kind}:${subtype}`
  const cached = known.get(name)
  if (cached !== undefined) return cached
  const kinds = site.get(metaObjects).filter(each => each.name === kind)
  const isListed = kinds.some(each => subtypesOf(site, each).includes(subtype))
  const declared = isListed ? site.get(metaKeys).of(kind, subtype).filter(isIndexed) : []
  const keys = declared.flatMap(key => partsOf(key).map(part => indexedKey(key, name, part)))
  known.set(name, keys)
  return keys
}

/** The declared keys that were looked up; more may be registered until the site is sealed. */
const indexedKeys = registrationKey('indexed meta keys', () => {
  const known = new Map<string, readonly IndexedKey[]>()
  return { known, seal: () => known.clear() }
})

/** Whether lists may filter, sort or count by a key, or its values must be unique. */
export const isIndexed = ({ filterable, sortable, facet, unique }: MetaKey): boolean =>
  filterable || sortable || facet || unique

/**
 * The key of the rows of objects that others refer to by a key: `object` is the object that is referred to, `at` is the
 * source, and `value` the text of its id.
 */
export const reverseOf = ({ id }: Pick<IndexedKey, 'id'>): string => `<${id}`

function indexedKey(key: MetaKey, of: string, { path, schema, isMany }: Part): IndexedKey {
  const type = typeOf(schema)
  const { sortable, facet, unique, hasDefault, fallback, refersTo } = key
  const target = refersTo === undefined ? [] : [refersTo.object]
  const shown = canonicalJson([
    VERSION,
    FOLDING,
    type,
    isMany,
    sortable,
    facet,
    hasDefault ? fallback : null,
    ...target,
    ...(unique ? ['unique'] : []),
  ])
  return Object.freeze({
    id: [`${of}:${key.key}`, ...path].join('.'),
    name: [key.name, ...path].join('.'),
    key,
    path,
    type,
    isMany,
    fingerprint: shown,
  })
}

/** A single value within those of a key. */
interface Part {
  readonly path: readonly string[]
  readonly schema: Schema
  readonly isMany: boolean
}

/** The parts of a key's values that are numbers, texts or truth values. */
function partsOf({ valueSchema, single }: MetaKey): readonly Part[] {
  return partsWithin(valueSchema, [], !single)
}

function partsWithin(schema: Schema, path: readonly string[], isMany: boolean): readonly Part[] {
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => partsWithin(each, [...path, name], isMany))
  const items = schema.type === 'array' && !Array.isArray(schema.items) ? (schema.items as Schema) : undefined
  if (items !== undefined) return isScalar(items) ? [{ path, schema: items, isMany: true }] : []
  return isScalar(schema) ? [{ path, schema, isMany }] : []
}

const SCALARS = ['string', 'integer', 'number', 'boolean']
const isScalar = ({ type }: Schema) => typeof type === 'string' && SCALARS.includes(type)

function typeOf({ type, format }: Schema): IndexedType {
  if (type === 'boolean') return 'boolean'
  if (type !== 'string') return 'number'
  return format === 'date-time' ? 'moment' : 'text'
}

/** Refuses a declared key whose values cannot be indexed. */
export function checkIndexed(site: SiteContext, key: MetaKey): void {
  if (!isIndexed(key)) return
  const isRule = key.unique || key.refersTo !== undefined
  if (isRule && key.subtype !== '' && !subtypesOf(site, metaObjectsNamed(site, key.object)).includes(key.subtype))
    throw new RegistrationError(
      `the meta key ${key.key} cannot be unique or refer to others: clients do not see the meta of "${key.subtype}", so it is not indexed`,
    )
  const parts = partsOf(key)
  if (
    key.unique &&
    !parts.some(({ path, isMany, schema }) => path.length === 0 && !isMany && schema.type !== 'boolean')
  )
    throw new RegistrationError(`the meta key ${key.key} cannot be unique: its value must be a single text or number`)
  if (parts.length === 0)
    throw new RegistrationError(
      `the meta key ${key.key} cannot be filterable, sortable or a facet: it needs a text, number, boolean, list of these, or declared properties`,
    )
  if (key.sortable && parts.every(({ isMany }) => isMany))
    throw new RegistrationError(`the meta key ${key.key} cannot be sortable: only a single value sorts an object`)
}

/** Refuses two keys, or properties of keys, of the same objects that requests or the index could not tell apart. */
export function checkNames(site: SiteContext): void {
  for (const kind of site.get(metaObjects))
    for (const subtype of subtypesOf(site, kind)) {
      const keys = site.get(metaKeys).of(kind.name, subtype)
      const indexed = indexedKeysOf(site, kind.name, subtype)
      const names = [
        keys.map(({ key }) => key),
        keys.filter(({ showInRest }) => showInRest).map(({ name }) => name),
        indexed.map(({ name }) => name),
        indexed.map(({ id }) => id),
      ]
      const twice = names.flatMap(all => all.filter((name, at) => all.indexOf(name) < at))[0]
      if (twice !== undefined)
        throw new RegistrationError(`two meta keys of ${subtype || kind.name} have the name "${twice}"`)
    }
}
