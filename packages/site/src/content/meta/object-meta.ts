import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { Actor, Tx } from '../../kernel/operations/index.js'
import { type MetaRecord, metaIn, whereMeta } from '../../kernel/records/index.js'
import { isMap } from '../../kernel/text/index.js'
import { readEmptyValues } from './empty-values.js'
import { indexChange, indexObjects } from './indexing/index-writes.js'
import { uniqueKeysOf } from './indexing/unique-values.js'
import { lockClaims, requireUnique, requireUniqueImport } from './indexing/unique-writes.js'
import { type MetaKey, metaKeys } from './meta-keys.js'
import { locksOf, metaObjectsNamed } from './meta-objects.js'
import { unknownMeta } from './meta-refusal.js'
import { applyMetaChanges, changedMeta, planMetaWrite, storedForm } from './meta-writes.js'
import { requireTargets } from './relations/require-targets.js'

/** A value of a meta key, registered or not. */
export interface MetaValue {
  readonly key: string
  readonly value: unknown
}

/** An object that has meta values. */
export interface MetaObject {
  /** The kind of object, such as `post`. */
  readonly kind: string
  /** The post type or taxonomy; empty for other kinds. */
  readonly subtype: string
  readonly object: number
}

/** Meta values of an object. */
export interface ObjectMeta extends MetaObject {
  readonly values: readonly MetaValue[]
}

/** How the meta of an object is written. */
export interface MetaWriteOptions {
  /** Whether the actor may edit the object itself; `true` by default. */
  readonly mayEdit?: boolean
  /** Whether the object has just been stored: its declared keys are indexed even without any values. */
  readonly isNew?: boolean
}

/** Stores the `meta` of an input, which maps names of registered keys to values. Throws as `planMetaWrite` does. */
export async function writeMeta(
  tx: Tx,
  actor: Actor,
  { kind, subtype, object }: MetaObject,
  input: unknown,
  { mayEdit = true, isNew = false }: MetaWriteOptions = {},
): Promise<void> {
  const isSent = input !== undefined && input !== null
  if (!isSent && !isNew) return
  const { site, store, inProcess } = tx
  const keys = site.get(metaKeys).of(kind, subtype)
  if (inProcess) requireKnownMeta(keys, subtype || kind, input)
  const relations = keys.filter(({ refersTo }) => refersTo !== undefined)
  // The removal of an object that it refers to may change its values.
  if (!isNew && relations.length > 0) await tx.lock(locksOf(metaObjectsNamed(site, kind), [object]))
  const stored = isNew ? [] : await metaOf(store, kind, object)
  const { time } = await site.options()
  const scope = { dialect: site.dialect, principal: actor, time, objectId: object, stored, mayEdit }
  const changes = planMetaWrite(keys, input, scope)
  if (changes.length === 0 && !isNew) return
  const after = changedMeta(stored, changes)
  const valuesOf = (key: MetaKey, values: readonly MetaValue[]) => values.filter(value => value.key === key.key)
  await requireTargets(
    tx,
    actor,
    relations.map(key => ({ key, before: valuesOf(key, stored), after: valuesOf(key, after) })),
  )
  const change = { kind, subtype, object, before: isNew ? undefined : stored, after }
  const claims = await lockClaims(tx, change)
  await Promise.all([applyMetaChanges(store, kind, object, changes), indexChange({ site, store }, change)])
  await requireUnique(store, claims)
}

async function metaOf(store: StoreSession, kind: string, object: number): Promise<readonly MetaRecord[]> {
  const { and, eq } = whereMeta
  const { records } = await metaIn(store).find({
    where: and(eq('kind', kind), eq('object', object)),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  return records
}

/** Throws for a name that is not one of keys that can be set: the rest of the input would be stored without its value. */
function requireKnownMeta(keys: readonly MetaKey[], owner: string, input: unknown): void {
  if (!isMap(input)) return
  const names = keys.filter(({ showInRest }) => showInRest).map(({ name }) => name)
  for (const name of Object.keys(input)) if (!names.includes(name)) throw unknownMeta(owner, name, names)
}

/**
 * Adds meta values of any keys, as an import does. Values that match the schema of their registered key are sanitized and
 * filtered by it; all others are stored unchanged. Throws a 409 `rest_conflict` for a value of a unique key that another
 * object has.
 */
export async function addMeta({ site, store }: Tx, actor: Actor, objects: readonly ObjectMeta[]): Promise<void> {
  const registered = new Map<string, ReadonlyMap<string, MetaKey>>()
  const keysOf = (kind: string, subtype: string) => {
    const name = `${kind} ${subtype}`
    const cached = registered.get(name)
    if (cached !== undefined) return cached
    const keys = new Map(
      site
        .get(metaKeys)
        .of(kind, subtype)
        .map(key => [key.key, key]),
    )
    registered.set(name, keys)
    return keys
  }
  const { time } = await site.options()
  const scope = { dialect: site.dialect, principal: actor, time }
  const records = objects.flatMap(({ kind, subtype, object, values }) => {
    const keys = keysOf(kind, subtype)
    return values.map(({ key, value: input }) => {
      const registeredKey = keys.get(key)
      const value = registeredKey === undefined ? input : readEmptyValues(registeredKey.valueSchema, input)
      const fits = registeredKey !== undefined && registeredKey.compiled.validate(value, key) === undefined
      return {
        kind,
        object,
        key,
        value: fits ? storedForm(registeredKey, registeredKey.compiled.sanitize(value), scope) : value,
      }
    })
  })
  if (records.length > 0) await metaIn(store).insertMany(records)
  for (const ofSubtype of groupBy(objects, ({ kind, subtype }) => `${kind}:${subtype}`).values()) {
    const [first] = ofSubtype
    if (first === undefined) continue
    const ids = [...new Set(ofSubtype.map(({ object }) => object))]
    const { kind, subtype } = first
    await indexObjects({ site, store }, kind, subtype, ids)
    const isWritten = (name: string) => ofSubtype.some(({ values }) => values.some(({ key }) => key === name))
    const unique = uniqueKeysOf(site, kind, subtype).filter(({ key }) => isWritten(key.key))
    await requireUniqueImport(site, store, unique, ids)
  }
}
