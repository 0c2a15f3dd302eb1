import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import { requireComplete } from './index-filling.js'
import { rowsOf } from './index-rows.js'
import type { IndexedChange } from './index-writes.js'
import type { IndexedKey } from './indexed-keys.js'
import { type Claim, claimsIn, sharedClaims, storedClaims, uniqueKeysOf } from './unique-values.js'

/**
 * The values of unique keys that an object newly gets by a change, which no other concurrent transaction can take until
 * the end of this one. Throws a 503 while the values of others are being indexed.
 */
export async function lockClaims(
  { site, lock }: Pick<Tx, 'site' | 'lock'>,
  { kind, subtype, object, before = [], after }: IndexedChange,
): Promise<readonly Claim[]> {
  const keys = uniqueKeysOf(site, kind, subtype)
  if (keys.length === 0) return []
  const { time } = await site.options()
  const claims = keys.flatMap(key => {
    const [had] = claimsIn(key, rowsOf(key, object, before, time), time)
    return claimsIn(key, rowsOf(key, object, after, time), time).filter(({ value }) => value !== had?.value)
  })
  for (const { key } of claims) await requireComplete(site, key)
  await lock(claims.map(({ key, value }) => `unique ${key.id} ${value}`))
  return claims
}

/** Throws a 409 `rest_conflict` if another object has one of some values; they must be indexed. */
export async function requireUnique(store: StoreSession, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  const [first] = await sharedClaims(store, claims)
  if (first === undefined) return
  const { name } = first.key
  throw new RestError('rest_conflict', `Another object already has this value of "${name}".`, 409, {
    data: { key: name },
  })
}

/** As `requireUnique`, of objects that are imported: the error names both objects. */
export async function requireUniqueImport(
  site: SiteContext,
  store: StoreSession,
  keys: readonly IndexedKey[],
  objects: readonly number[],
): Promise<void> {
  for (const key of keys) await requireComplete(site, key)
  const [first] = await sharedClaims(store, await storedClaims(site, store, keys, objects))
  if (first === undefined) return
  const { key, object, other } = first
  throw new RestError(
    'rest_conflict',
    `The objects ${object} and ${other} have the same value of "${key.name}", which must be unique.`,
    409,
    { data: { key: key.name } },
  )
}
