import type { Store } from '@platen/storage'
import type { Test } from 'tap'

/** Makes an empty store. */
export type MakeStore = () => Promise<Store>

/** Cases that a store does not run: the name of each, and why. */
export type Skips = Readonly<Record<string, string>>

/** Declares a case of the contract, with its own store, which is closed afterwards. */
export type ContractCase = (name: string, body: (t: Test, store: Store) => Promise<void>) => void

/** Declares cases on a test; `finish` fails for every skip that no case has the name of. */
export function contractCases(t: Test, makeStore: MakeStore, skips: Skips): { add: ContractCase; finish(): void } {
  const unused = new Set(Object.keys(skips))
  return {
    add(name, body) {
      unused.delete(name)
      const skip = skips[name]
      t.test(name, skip === undefined ? {} : { skip }, async t => {
        const store = await makeStore()
        t.teardown(() => store.close())
        await body(t, store)
      })
    },
    finish() {
      t.same([...unused], [], 'only cases of the contract are skipped')
    },
  }
}

/** A value that the compiler refuses for a field: plain JavaScript may pass it, and all stores must treat it alike. */
export const odd = (value: unknown): never => value as never
