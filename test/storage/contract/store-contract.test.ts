import { AssertionError } from 'node:assert'
import { createMemoryStore } from '@platen/memory'
import { compareStores, type StoreContractOptions, storeContract } from '@platen/storage/contract'
import t from 'tap'
import { brokenStore, type Faults } from './broken-store.js'

/** The cases of the contract over a store, by name. */
function casesOf(options: Omit<StoreContractOptions, 'test'>): ReadonlyMap<string, () => Promise<void>> {
  const cases = new Map<string, () => Promise<void>>()
  storeContract({ ...options, test: (name, body) => cases.set(name, body) })
  return cases
}

/** Faults, and a case that finds each. */
const FAULTS: Readonly<Record<string, readonly [found: string, faults: Faults]>> = {
  'count counts one more': [
    'conditions',
    { collection: ({ count }) => ({ count: async where => (await count(where)) + 1 }) },
  ],
  'totals are missing': [
    'conditions',
    { collection: ({ find }) => ({ find: query => find({ ...query, total: false }) }) },
  ],
  'distinct finds nothing': ['conditions', { collection: () => ({ distinct: async () => new Set() }) }],
  'tally ignores prefixes': [
    'conditions',
    { collection: ({ tally }) => ({ tally: (field, where) => tally(field, where) }) },
  ],
  'find ignores the order': [
    'orders',
    { collection: ({ find }) => ({ find: ({ order: _, ...query }) => find(query) }) },
  ],
  'find ignores positions': [
    'records after a place in an order',
    { collection: ({ find }) => ({ find: ({ after: _, ...query }) => find(query) }) },
  ],
  'find ignores maxLength': [
    'maxLength',
    { collection: ({ find }) => ({ find: ({ maxLength: _, ...query }) => find(query) }) },
  ],
  'find ignores maxTextBytes': [
    'maxTextBytes',
    { collection: ({ find }) => ({ find: ({ maxTextBytes: _, ...query }) => find(query) }) },
  ],
  'first returns the second': [
    'orders',
    { collection: ({ first }) => ({ first: query => first({ ...query, offset: 1 }) }) },
  ],
  'related loads nothing': ['relations', { collection: () => ({ related: async () => ({}) }) }],
  'pick returns whole records': [
    'pick',
    { collection: ({ find }) => ({ pick: async (_, query) => (await find(query)).records }) },
  ],
  'records are not frozen': [
    'records are frozen, and copies',
    {
      collection: ({ get }) => ({
        get: async id => {
          const record = await get(id)
          return record && { ...record }
        },
      }),
    },
  ],
  'update ignores the version': [
    'update',
    { collection: ({ update }) => ({ update: (id, changes) => update(id, changes) }) },
  ],
  'updateMany changes one record': [
    'updateMany',
    { collection: ({ updateMany }) => ({ updateMany: updates => updateMany(updates.slice(0, 1)) }) },
  ],
  'removed records stay': ['updateWhere and removeWhere', { collection: () => ({ remove: async () => true }) }],
  'transactions are not rolled back': [
    'a transaction that rejects leaves nothing',
    { store: store => ({ transaction: work => work({ ...store, lock: async () => undefined }) }) },
  ],
  'the revision stays': ['the revision', { store: () => ({ revision: () => 1 }) }],
  'options are not removed': [
    'options',
    { store: ({ options }) => ({ options: { ...options, remove: async () => true } }) },
  ],
  'closing does nothing': ['a store that is closed', { store: () => ({ close: async () => undefined }) }],
}

for (const [name, [found, faults]] of Object.entries(FAULTS)) {
  t.test(name, async t => {
    const body = casesOf({ makeStore: () => brokenStore(faults) }).get(found)
    await t.rejects(body?.() ?? Promise.resolve(), AssertionError, found)
  })
}

t.test('a store without faults passes', async t => {
  for (const [name, body] of casesOf({ makeStore: () => brokenStore({}) })) await t.resolves(body(), name)
})

t.test('cases that a store may skip, and no others', async t => {
  const all = casesOf({ makeStore: createMemoryStore })
  const some = casesOf({ makeStore: createMemoryStore, skips: { 'ten thousand records': 'It has few.' } })
  t.same(
    [...all.keys()].filter(name => !some.has(name)),
    ['ten thousand records'],
  )
  for (const name of ['update', 'no such case']) {
    t.throws(() => casesOf({ makeStore: createMemoryStore, skips: { [name]: 'a reason' } }), TypeError)
  }
})

t.test('stores that differ', async t => {
  const same = { expected: createMemoryStore(), actual: createMemoryStore(), queries: 50 }
  await t.resolves(compareStores(same))
  const actual = brokenStore({ collection: ({ find }) => ({ find: ({ order: _, ...query }) => find(query) }) })
  const compared = compareStores({ expected: createMemoryStore(), actual, queries: 50, seed: 3 })
  await t.rejects(compared, { name: 'AssertionError', message: /^SEED=3, query \d+ of \w+: \{/ })
})
