export {
  type AnyRecord,
  type BaseRecord,
  type NewRecord,
  type RecordChanges,
  type RecordUpdate,
  requireOneEach,
} from './base-record.js'
export type { AnyCollection, Collection, Found, Related, UpdateOptions } from './collection.js'
export {
  boolean,
  type Column,
  type ColumnHints,
  type ColumnKind,
  dateTime,
  integer,
  json,
  nullable,
  text,
  withDefault,
} from './columns.js'
export { compareText } from './compare-text.js'
export {
  type CollectionDefinition,
  type CollectionIndex,
  type CollectionMigration,
  type CollectionOf,
  type CollectionOptions,
  type Columns,
  type DefinedCollection,
  defineCollection,
  fieldOfPart,
  type KeyPart,
  type NewRecordOf,
  type OpenCollection,
  type RecordOf,
  type RecordOfColumns,
  type Relations,
  type RelationsOf,
} from './define-collection.js'
export { type Folding, foldingOf } from './folding.js'
export { createMutex, type Mutex } from './mutex.js'
export { omitFields, omittedFields } from './omitted.js'
export { type FieldStep, orderedFields, positionOf, valuesAt } from './position.js'
export type {
  AnyCondition,
  AnyOrder,
  AnyQuery,
  ComparedWith,
  Condition,
  ConditionBuilder,
  CountedFieldOf,
  ExistsCondition,
  ExistsForEachCondition,
  FieldOf,
  Order,
  Position,
  Query,
  Scalar,
  TextFieldOf,
  TextLimits,
} from './query.js'
export { type RecordTest, recordTest } from './record-test.js'
export {
  highest,
  many,
  manyThrough,
  one,
  type Relation,
  type RelationSummary,
  type RelationTarget,
  summary,
} from './relations.js'
export { fieldSorter, sortByFields } from './sort-by-fields.js'
export {
  type OptionStore,
  requireDistinct,
  type Store,
  type StoreSession,
  storeSession,
  type TransactionOptions,
} from './store.js'
export { StoreError, type StoreErrorCode } from './store-error.js'
export { countLimit, totalOf } from './totals.js'
export { frozenJson, jsonText, parseJson, storableValue } from './values.js'
