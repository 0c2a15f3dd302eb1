export type { Condition, ConditionBuilder, ExistsCondition, FieldOf, Order, Query, Relation, Scalar } from './query.js'
export * as where from './query.js'
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
