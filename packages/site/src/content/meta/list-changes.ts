import { canonicalJson } from '@platen/core'

export interface StoredValue {
  readonly id: number
  readonly value: unknown
}

/** Computes which values to remove and which to add; a requested value that is stored exactly once does not move. */
export function listChanges(stored: readonly StoredValue[], requested: readonly unknown[]) {
  const counts = new Map<string, number>()
  for (const { value } of stored) counts.set(canonicalJson(value), (counts.get(canonicalJson(value)) ?? 0) + 1)
  const requestedKeys = new Set(requested.map(canonicalJson))
  const stays = (value: unknown) => counts.get(canonicalJson(value)) === 1 && requestedKeys.has(canonicalJson(value))
  return {
    removed: stored.filter(({ value }) => !stays(value)).map(({ id }) => id),
    added: requested.filter(value => !stays(value)),
  }
}
