import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type IndexedMetaRecord, indexedMetaIn, whereIndexedMeta } from '../../../kernel/records/index.js'
import type { SiteTime } from '../../../kernel/time/index.js'
import { AFTER_VALUES, BEFORE_VALUES, indexText } from './index-text.js'
import { type IndexedKey, indexedKeysOf } from './indexed-keys.js'

/** The value of a unique key that an object has, as it is indexed. */
export interface Claim {
  readonly key: IndexedKey
  readonly object: number
  readonly value: string
}

/** A claim, and another object that has the value. */
export interface SharedClaim extends Claim {
  readonly other: number
}

/** The most values that are reported together. */
const MOST_SHARED = 10

const { and, eq, gt, in: isIn, lt } = whereIndexedMeta

/** The keys of a subtype whose values must be unique. */
export const uniqueKeysOf = (site: SiteContext, kind: string, subtype: string): readonly IndexedKey[] =>
  indexedKeysOf(site, kind, subtype).filter(({ key }) => key.unique)

/** The claims in rows of a key. What clients read where nothing is stored claims nothing: they may send it back. */
export function claimsIn(
  key: IndexedKey,
  rows: readonly Pick<IndexedMetaRecord, 'key' | 'object' | 'value'>[],
  time: SiteTime,
): readonly Claim[] {
  const none = indexText(key.type, key.key.fallback, time)
  const isValue = (value: string) => value > BEFORE_VALUES && value < AFTER_VALUES && value !== none
  return rows.flatMap(({ key: id, object, value }) => (id === key.id && isValue(value) ? [{ key, object, value }] : []))
}

/** The indexed claims of some objects. */
export async function storedClaims(
  site: SiteContext,
  store: StoreSession,
  keys: readonly IndexedKey[],
  objects: readonly number[],
): Promise<readonly Claim[]> {
  if (keys.length === 0) return []
  const { time } = await site.options()
  const where = and(
    isIn('object', objects),
    isIn(
      'key',
      keys.map(({ id }) => id),
    ),
    gt('value', BEFORE_VALUES),
    lt('value', AFTER_VALUES),
  )
  const rows = await indexedMetaIn(store).pick(['key', 'object', 'value'], { where })
  return keys.flatMap(key => claimsIn(key, rows, time))
}

/** The claims whose values other objects have, too; not all of them, if there are many. */
export async function sharedClaims(store: StoreSession, claims: readonly Claim[]): Promise<readonly SharedClaim[]> {
  const shared: SharedClaim[] = []
  for (const [key, ofKey] of groupBy(claims, claim => claim.key)) {
    const values = [...new Set(ofKey.map(({ value }) => value))]
    const rows = await indexedMetaIn(store).pick(['object', 'value'], {
      where: and(eq('key', key.id), isIn('value', values)),
      order: [{ by: 'field', field: 'value', direction: 'asc' }],
      limit: ofKey.length + MOST_SHARED,
    })
    const owners = groupBy(rows, ({ value }) => value)
    for (const claim of ofKey) {
      const other = owners.get(claim.value)?.find(({ object }) => object !== claim.object)
      if (other !== undefined) shared.push({ ...claim, other: other.object })
    }
  }
  return shared
}
