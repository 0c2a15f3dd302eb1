import { canonicalJson, invalidParams, RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SitePrincipal } from '../../kernel/context/index.js'
import { type MetaRecord, metaIn, whereMeta } from '../../kernel/records/index.js'
import { lengthRefusal, TEXT_LIMITS } from '../../kernel/refusals/index.js'
import { isWithoutMeta, notAMap } from '../../kernel/rest/index.js'
import { isMap } from '../../kernel/text/index.js'
import { readDate, type SiteTime } from '../../kernel/time/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import type { MetaKey } from './meta-keys.js'
import { forbiddenMeta, invalidMeta, joinRefusals, misfitMeta } from './meta-refusal.js'

/** Changes to the records of one meta key of one object. */
export interface MetaChange {
  readonly key: string
  /** Ids of the records to remove. */
  readonly removed: readonly number[]
  /** The record whose value changes. */
  readonly updated: { readonly id: number; readonly value: unknown } | undefined
  /** Values to add, in order. */
  readonly added: readonly unknown[]
}

const isEmpty = (change: MetaChange) =>
  change.removed.length === 0 && change.added.length === 0 && change.updated === undefined

function planRemoval(key: MetaKey, ofKey: readonly MetaRecord[]): MetaChange | RestError {
  if (ofKey.some(({ value }) => key.compiled.validate(value, key.name) !== undefined)) return misfitMeta(key.name)
  return { key: key.key, removed: ofKey.map(({ id }) => id), updated: undefined, added: [] }
}

function planSingle(key: MetaKey, ofKey: readonly MetaRecord[], value: unknown): MetaChange {
  const [first, ...surplus] = ofKey
  // Throws for values that are nested too deeply to be stored, before anything is written.
  const text = canonicalJson(value)
  return {
    key: key.key,
    removed: surplus.map(({ id }) => id),
    updated: first === undefined || canonicalJson(first.value) === text ? undefined : { id: first.id, value },
    added: first === undefined ? [value] : [],
  }
}

/** The object whose meta changes, and who changes it. */
export interface MetaWriteScope extends MetaInputScope {
  readonly objectId: number
  /** The current meta of the object. */
  readonly stored: readonly MetaRecord[]
  /** Whether the principal may edit the object itself; `true` by default. */
  readonly mayEdit?: boolean | undefined
}

function planKey(
  key: MetaKey,
  ofKey: readonly MetaRecord[],
  value: unknown,
  scope: MetaInputScope,
): MetaChange | RestError {
  if (value === null) return planRemoval(key, ofKey)
  const param = `meta.${key.name}`
  const failed = key.incoming.validate(value, param)
  if (failed !== undefined) return invalidMeta(failed, param, scope.dialect)
  const clean = key.incoming.sanitize(value)
  if (key.single) return planSingle(key, ofKey, storedForm(key, clean, scope))
  const values = (clean as readonly unknown[]).map(each => storedForm(key, each, scope))
  return { key: key.key, updated: undefined, ...listChanges(ofKey, values) }
}

/**
 * Computes the changes of a request's `meta`. In `given`, the sent value, unregistered names are ignored, `null`
 * removes a key, and a list replaces all values of a key. Throws one `RestError` for all refused keys: the first error,
 * with the others in `additional_errors`.
 */
export function planMetaWrite(
  keys: readonly MetaKey[],
  input: unknown,
  { dialect, principal, time, objectId, stored, mayEdit = true }: MetaWriteScope,
): readonly MetaChange[] {
  if (input === undefined || isWithoutMeta(input, dialect)) return []
  if (!isMap(input)) throw invalidParams(new Map([['meta', notAMap()]]))
  const changes: MetaChange[] = []
  const refusals: RestError[] = []
  for (const key of keys) {
    const value = Object.hasOwn(input, key.name) ? input[key.name] : undefined
    if (!key.showInRest || value === undefined) continue
    const ofKey = stored.filter(record => record.key === key.key)
    const planned = planKey(key, ofKey, value, { principal, dialect, time })
    const tooLong = planned instanceof Error ? undefined : tooLongValue(planned, `meta.${key.name}`, dialect)
    if (planned instanceof Error) refusals.push(planned)
    else if (tooLong !== undefined) refusals.push(tooLong)
    else if (isEmpty(planned)) continue
    else if (mayEdit && key.authorize(principal, objectId)) changes.push(planned)
    else refusals.push(forbiddenMeta(key.key, value === null ? 'delete' : 'update', principal.authenticated))
  }
  const refused = joinRefusals(refusals)
  if (refused !== undefined) throw refused
  requireShortMeta(changes, stored)
  return changes
}

const valuesOf = ({ added, updated }: MetaChange) => (updated === undefined ? added : [...added, updated.value])

/** The refusal of a value that is too long. */
function tooLongValue(change: MetaChange, param: string, dialect: Dialect): RestError | undefined {
  for (const value of valuesOf(change)) {
    const refused = lengthRefusal(param, canonicalJson(value), TEXT_LIMITS.value)
    if (refused !== undefined) return invalidMeta(refused, param, dialect)
  }
  return undefined
}

/** Refuses values that make all values of an object too long together. */
function requireShortMeta(changes: readonly MetaChange[], stored: readonly MetaRecord[]): void {
  if (changes.length === 0) return
  const lengthOf = (values: readonly unknown[]) =>
    values.reduce<number>((sum, each) => sum + canonicalJson(each).length, 0)
  const before = lengthOf(stored.map(({ value }) => value))
  const replaced = new Set(changes.flatMap(({ removed, updated }) => [...removed, ...(updated ? [updated.id] : [])]))
  const gone = lengthOf(stored.filter(({ id }) => replaced.has(id)).map(({ value }) => value))
  const after = before - gone + lengthOf(changes.flatMap(valuesOf))
  if (after <= TEXT_LIMITS.meta || after <= before) return
  const message = `The values must be at most ${TEXT_LIMITS.meta} characters long together.`
  throw invalidParams(new Map([['meta', new RestError('rest_too_long', message, 400)]]))
}

/** Stores planned changes: one statement for all removals, one for all additions, and one per updated value. */
export async function applyMetaChanges(
  store: StoreSession,
  kind: string,
  objectId: number,
  changes: readonly MetaChange[],
): Promise<void> {
  const removed = changes.flatMap(change => change.removed)
  const added = changes.flatMap(change =>
    change.added.map(value => ({ kind, object: objectId, key: change.key, value })),
  )
  if (removed.length > 0) await metaIn(store).removeWhere(whereMeta.in('id', removed))
  for (const { updated } of changes)
    if (updated !== undefined) await metaIn(store).update(updated.id, { value: updated.value })
  if (added.length > 0) await metaIn(store).insertMany(added)
}

/** The meta of an object after planned changes. */
export function changedMeta(
  stored: readonly MetaRecord[],
  changes: readonly MetaChange[],
): readonly { readonly key: string; readonly value: unknown }[] {
  const removed = new Set(changes.flatMap(change => change.removed))
  const updated = new Map(changes.flatMap(({ updated: each }) => (each === undefined ? [] : [[each.id, each.value]])))
  const kept = stored
    .filter(({ id }) => !removed.has(id))
    .map(({ id, key, value }) => ({ key, value: updated.has(id) ? updated.get(id) : value }))
  return [...kept, ...changes.flatMap(({ key, added }) => added.map(value => ({ key, value })))]
}

export interface StoredValue {
  readonly id: number
  readonly value: unknown
}

/** Computes which values to remove and which to add; a requested value that is stored exactly once does not move. */
function listChanges(stored: readonly StoredValue[], requested: readonly unknown[]) {
  const counts = new Map<string, number>()
  for (const { value } of stored) counts.set(canonicalJson(value), (counts.get(canonicalJson(value)) ?? 0) + 1)
  const requestedKeys = new Set(requested.map(canonicalJson))
  const stays = (value: unknown) => counts.get(canonicalJson(value)) === 1 && requestedKeys.has(canonicalJson(value))
  return {
    removed: stored.filter(({ value }) => !stays(value)).map(({ id }) => id),
    added: requested.filter(value => !stays(value)),
  }
}

/** The dependencies of the stored form of a value. */
interface MetaInputScope {
  readonly dialect: Dialect
  readonly principal: SitePrincipal
  /** The time of values without an offset. */
  readonly time: SiteTime
}

/** The stored form of a sanitized value of a key. Throws `invalid_date` for a moment outside the years 1 to 9999. */
export function storedForm(key: MetaKey, value: unknown, { dialect, principal, time }: MetaInputScope): unknown {
  const isMoment = dialect.storesMoments && key.isMoment && typeof value === 'string' && value !== ''
  return key.filter(isMoment ? `${readDate(value, time).utc}Z` : value, principal)
}
