import type { Store } from '@platen/storage'

const READS = new Set<PropertyKey>(['get', 'find', 'first', 'pick', 'count', 'related', 'all'])

/** A store that counts what is read of it, outside of transactions. */
export interface CountingReads {
  readonly wrap: (store: Store) => Store
  /** What was read since the last call, such as `users.find`. */
  taken(): readonly string[]
}

/** Makes a counter of reads. */
export function countingReads(): CountingReads {
  let reads: string[] = []
  const counted = <T extends object>(target: T, name: string): T => {
    const members = Object.entries(target).map(([key, member]: [string, (...args: unknown[]) => unknown]) => [
      key,
      (...args: unknown[]) => {
        if (READS.has(key)) reads.push(`${name}.${key}`)
        return Reflect.apply(member, target, args)
      },
    ])
    return Object.fromEntries(members) as T
  }
  return {
    wrap: store => ({
      ...store,
      options: counted(store.options, 'options'),
      collection: definition => counted(store.collection(definition), definition.name),
    }),
    taken() {
      const before = reads
      reads = []
      return before
    },
  }
}
