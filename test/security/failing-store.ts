import type { CollectionDefinition, Store, StoreSession } from '@platen/site'

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

/** Everything that is stored. */
export async function snapshot(store: Store): Promise<string> {
  const { posts, terms, users, meta, assignments, comments, applicationPasswords, options } = store
  const collections = [posts, terms, users, meta, assignments, comments, applicationPasswords]
  const found = await Promise.all(collections.map(async each => (await each.find({})).records))
  return JSON.stringify([...found, [...(await options.all())]])
}
