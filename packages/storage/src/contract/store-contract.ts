import type { Store } from '../index.js'
import type { AddCase } from './cases.js'
import { concurrentCases } from './concurrent-transactions.js'
import { conditionCases } from './conditions.js'
import { fillingCases } from './filling.js'
import { foldingCases } from './folding.js'
import { jsonFieldCases } from './json-fields.js'
import { keptValueCases } from './kept-values.js'
import { longListCases } from './long-lists.js'
import { migrationCases } from './migrations.js'
import { orderingCases } from './ordering.js'
import { preparedCollectionCases } from './prepared-collections.js'
import { relatedOrderCases } from './related-order.js'
import { relationCases } from './relations.js'
import { libraryIn, sampleCollections } from './sample-collections.js'
import { severalRecordsCases } from './several-records.js'
import { transactionCases } from './transactions.js'
import { unindexedCases } from './unindexed-records.js'
import { writingCases } from './writing.js'

/**
 * The cases that a store may skip: those with thousands of records, for stores of few records, and migrations, for
 * stores whose records do not outlive the program.
 */
export const SKIPPABLE_CASES = Object.freeze([
  'ten thousand records',
  'thousands of updates',
  'migrations of a collection',
] as const)

/** The name of a case that a store may skip. */
export type SkippableCase = (typeof SKIPPABLE_CASES)[number]

/** Options of `storeContract`. */
export interface StoreContractOptions {
  /** Declares a test: `test` of `node:test` or Vitest; of another runner, a function that calls it. */
  readonly test: (name: string, body: () => Promise<void>) => unknown
  /** Creates an empty store; each case has its own, which it prepares and closes. */
  readonly makeStore: () => Store | Promise<Store>
  /** The cases that the store does not pass, each with the reason. */
  readonly skips?: { readonly [Name in SkippableCase]?: string }
}

/**
 * Declares the tests that every store must pass: each method, argument, operator and error code. They use
 * `node:assert`, and no test runner of their own.
 *
 * ```ts
 * import { test } from 'node:test'
 * import { storeContract } from '@platen/storage/contract'
 * import { openMyStore } from './open-my-store.js'
 *
 * storeContract({ test, makeStore: () => openMyStore() })
 * ```
 *
 * With `tap`, `test` is `(name, body) => void t.test(name, body)`. Only `SKIPPABLE_CASES` can be skipped, each with a
 * reason; throws a `TypeError` for others.
 */
export function storeContract({ test, makeStore, skips = {} }: StoreContractOptions): void {
  const skippable: readonly string[] = SKIPPABLE_CASES
  for (const name of Object.keys(skips)) {
    if (!skippable.includes(name)) throw new TypeError(`The contract has no case "${name}" that may be skipped.`)
  }
  const skipped = new Set(Object.keys(skips))
  const add: AddCase = (name, body) => {
    if (skipped.has(name)) return
    test(name, async () => {
      const store = await makeStore()
      try {
        await store.prepare(Object.values(sampleCollections))
        await body(store, libraryIn(store))
      } finally {
        await store.close()
      }
    })
  }
  for (const cases of [
    conditionCases,
    foldingCases,
    jsonFieldCases,
    keptValueCases,
    unindexedCases,
    orderingCases,
    relatedOrderCases,
    longListCases,
    relationCases,
    writingCases,
    severalRecordsCases,
    transactionCases,
    concurrentCases,
    preparedCollectionCases,
    fillingCases,
    migrationCases,
  ])
    cases(add)
}
