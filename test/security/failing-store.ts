import type { CollectionDefinition, Store, StoreSession } from '@platen/storage'
import type { Test } from 'tap'
import { builtInCollections } from '../site/built-in-collections.js'

/** Which of the calls of a store fails; none when it is negative. */
export interface Fault {
  left: number
}

const UNTOUCHED = new Set(['revision', 'close', 'transaction', 'prepare', 'optimize', 'size'])

/** The same methods, of which one call fails. */
function failingMethods(methods: object, fault: Fault): object {
  const wrapped = Object.entries<unknown>({ ...methods }).map(([name, call]) => [
    name,
    typeof call === 'function'
      ? async (...args: readonly unknown[]) => {
          if (fault.left-- === 0) throw new Error('the disk is gone')
          return call.apply(methods, args)
        }
      : call,
  ])
  return Object.fromEntries(wrapped)
}

/** The same collections, of which one call fails. */
function failing<C extends StoreSession>(contents: C, fault: Fault): C {
  const wrapped = Object.entries(contents).map(([name, collection]) => {
    const open = (definition: CollectionDefinition) => failingMethods(contents.collection(definition), fault)
    if (name === 'collection') return [name, open]
    return UNTOUCHED.has(name) || typeof collection !== 'object'
      ? [name, collection]
      : [name, failingMethods(collection, fault)]
  })
  return Object.fromEntries(wrapped) as C
}

/** A store of which one call fails, in transactions or outside. */
export const failingStore = (store: Store, fault: Fault): Store => ({
  ...failing(store, fault),
  transaction: (work, options) => store.transaction(contents => work(failing(contents, fault)), options),
})

/** A site on a store of which one call fails, and the errors that it reports. */
export interface FailingSite {
  readonly fault: Fault
  readonly store: Store
  readonly errors: unknown[]
}

/** How many writes have failed, and how many have succeeded although a call did not. */
export interface Failures {
  readonly failures: number
  readonly survived: number
}

/**
 * Sends a write once for each store call that it makes, with that call failing. A failed write must have stored nothing
 * and be reported, and a successful one must be stored. After a change, the site is prepared again.
 */
export async function failAtEachCall<S extends FailingSite>(
  t: Test,
  prepare: () => Promise<S>,
  send: (site: S) => Promise<{ readonly status: number }>,
): Promise<Failures> {
  let made = await prepare()
  let failures = 0
  let survived = 0
  for (let call = 0; call < 500; call++) {
    const before = await snapshot(made.store)
    made.errors.length = 0
    made.fault.left = call
    const answer = await send(made)
    const reached = made.fault.left < 0
    made.fault.left = -1
    const after = await snapshot(made.store)
    if (answer.status >= 500) {
      failures++
      t.equal(after, before, `call ${call}: what fails has stored nothing`)
      t.ok(made.errors.length > 0, 'and is reported')
    } else if (answer.status < 300) {
      t.not(after, before, `call ${call}: what succeeds is stored`)
      if (!reached) break
      survived++
      made = await prepare()
    } else t.equal(after, before, `call ${call}: what is refused has stored nothing`)
    if (!reached) break
  }
  return { failures, survived }
}

/** Everything that is stored. */
async function snapshot(store: Store): Promise<string> {
  const found = await Promise.all(builtInCollections.map(async each => (await store.collection(each).find({})).records))
  return JSON.stringify([...found, [...(await store.options.all())]])
}
