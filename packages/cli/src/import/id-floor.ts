import { canKeepId } from '@platen/site/import'

/** Assigns new ids above all ids of the files. */
export interface IdFloor {
  /** Notes an id in a file. */
  include(fileId: number): void
  /**
   * The id of the next record that cannot keep its own; `undefined` if the store assigns one that is high enough, which it
   * does after the record with a returned id is stored.
   */
  next(): Promise<number | undefined>
  /** Takes back the last id, because no record has got it. */
  reopen(): void
}

/** The part of a collection that finds its highest id. */
interface Highest {
  first(query: {
    readonly order: readonly { readonly by: 'field'; readonly field: 'id'; readonly direction: 'desc' }[]
  }): Promise<{ readonly id: number } | undefined>
}

/** Creates the floor of the ids in a collection. */
export function createIdFloor(collection: Highest): IdFloor {
  let highest = 0
  let isReached = true
  return {
    include(fileId) {
      if (!canKeepId(fileId) || fileId <= highest) return
      highest = fileId
      isReached = false
    },
    async next() {
      if (isReached) return undefined
      const last = await collection.first({ order: [{ by: 'field', field: 'id', direction: 'desc' }] })
      isReached = true
      return last !== undefined && last.id >= highest ? undefined : highest + 1
    },
    reopen() {
      isReached = false
    },
  }
}
