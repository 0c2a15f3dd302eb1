import { canonicalJson } from '@platen/core'

/** What is stored under a key, and its values as clients see them. */
export interface StoredValue {
  readonly id: number
  readonly value: unknown
}

/** How a stored list becomes the wanted one. */
export interface ListChanges {
  readonly removed: readonly number[]
  readonly added: readonly unknown[]
}

/**
 * Finds what to remove and what to add. A value that is stored once and wanted stays where it is; all others go, and
 * come anew at the end, as often as they are wanted.
 */
export function listChanges(stored: readonly StoredValue[], wanted: readonly unknown[]): ListChanges {
  const times = new Map<string, number>()
  for (const { value } of stored) times.set(canonicalJson(value), (times.get(canonicalJson(value)) ?? 0) + 1)
  const wantedKeys = new Set(wanted.map(canonicalJson))
  const stays = (value: unknown) => times.get(canonicalJson(value)) === 1 && wantedKeys.has(canonicalJson(value))
  return {
    removed: stored.filter(({ value }) => !stays(value)).map(({ id }) => id),
    added: wanted.filter(value => !stays(value)),
  }
}
