export { createMutex, type Mutex } from './mutex.js'
export {
  type Condition,
  type ConditionBuilder,
  type ExistsCondition,
  type ExistsForEachCondition,
  type FieldOf,
  type Order,
  type Query,
  type Relation,
  type Scalar,
  where,
} from './query.js'
export type * from './records.js'
export {
  type Collection,
  type Found,
  type OptionStore,
  type Related,
  type RevisionSummary,
  type Store,
  type StoreContents,
  StoreError,
  type StoreErrorCode,
  type UpdateOptions,
} from './store.js'
