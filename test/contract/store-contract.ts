import type { Test } from 'tap'
import { conditionCases } from './conditions.js'
import { contractCases, type MakeStore, type Skips } from './contract-test.js'
import { foldingCases } from './folding.js'
import { jsonFieldCases } from './json-fields.js'
import { keptValueCases } from './kept-values.js'
import { orderingCases } from './ordering.js'
import { relationCases } from './relations.js'
import { severalRecordsCases } from './several-records.js'
import { transactionCases } from './transactions.js'
import { unindexedCases } from './unindexed-records.js'
import { userCollectionCases } from './user-collections.js'
import { writingCases } from './writing.js'

/**
 * The required behaviour of every store, case by case, each with its own empty store. A store that does not support
 * something lists the case and the reason in `skips`; there is no other way to skip one.
 */
export function storeContract(t: Test, makeStore: MakeStore, skips: Skips = {}): void {
  const { add, finish } = contractCases(t, makeStore, skips)
  for (const cases of [
    conditionCases,
    foldingCases,
    jsonFieldCases,
    keptValueCases,
    unindexedCases,
    orderingCases,
    relationCases,
    writingCases,
    severalRecordsCases,
    transactionCases,
    userCollectionCases,
  ]) {
    cases(add)
  }
  finish()
}
