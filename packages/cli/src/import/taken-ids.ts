import { canKeepId } from '@platen/site/import'

/** The ids of a collection that new records cannot have. */
export interface TakenIds {
  /** Whether a new record can keep an id, which is then taken. */
  claim(id: number): boolean
}

/** Looks up which of the ids are taken; `find` returns the records with some of them. */
export async function takenIds(
  ids: readonly number[],
  find: (ids: readonly number[]) => Promise<readonly { readonly id: number }[]>,
): Promise<TakenIds> {
  const possible = ids.filter(canKeepId)
  const taken = new Set((possible.length === 0 ? [] : await find(possible)).map(({ id }) => id))
  return {
    claim(id) {
      if (!canKeepId(id) || taken.has(id)) return false
      taken.add(id)
      return true
    },
  }
}
