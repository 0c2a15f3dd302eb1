export { type ChangeCounter, type Changes, createChangeCounter, lastChange } from './changes.js'
export {
  type AnyRecord,
  type BaseRecord,
  type NewRecord,
  type RecordChanges,
  type RecordUpdate,
  requireOneEach,
} from './collections/base-record.js'
export type {
  AnyCollection,
  Collection,
  Found,
  InsertOptions,
  LoadedRelations,
  Related,
  UpdateOptions,
} from './collections/collection.js'
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
} from './collections/columns.js'
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
} from './collections/define-collection.js'
export { differencesOf } from './collections/differences.js'
export {
  highest,
  many,
  manyThrough,
  NONE_RELATED,
  one,
  type Relation,
  type RelationSummary,
  type RelationTarget,
  summary,
} from './collections/relations.js'
export { DriverError, driverError } from './driver-error.js'
export {
  type Filling,
  type FillingOptions,
  type FillingProgress,
  fillInBatches,
  fillings,
  forgetFilling,
  isFilled,
  runFilling,
} from './filling.js'
export { FOLDING, fold } from './folding/fold.js'
export { foldKey } from './folding/fold-key.js'
export { type Folding, foldingOf } from './folding/folding.js'
export { createMutex, type Mutex } from './mutex.js'
export { observable } from './observed-store.js'
export { omitFields, omittedFields, wholeRecord } from './omitted.js'
export { collectionsRead } from './queries/collections-read.js'
export { compareText } from './queries/compare-text.js'
export {
  type FieldStep,
  orderedFields,
  type PositionedStep,
  positionedSteps,
  positionOf,
  valuesAt,
} from './queries/position.js'
export {
  type AnyCondition,
  type AnyOrder,
  type AnyQuery,
  type ComparedWith,
  type Condition,
  type ConditionBuilder,
  type CountedFieldOf,
  conditionBuilder,
  type ExistsCondition,
  type ExistsForEachCondition,
  type FieldOf,
  type IntegerFieldOf,
  type Order,
  type Position,
  type Query,
  type RelatedStep,
  type Scalar,
  type TextFieldOf,
  type TextLimits,
} from './queries/query.js'
export { type RecordTest, recordTest } from './queries/record-test.js'
export { effectiveSteps, relatedCondition, relatedConditions } from './queries/related-steps.js'
export { fieldSorter, sortByFields } from './queries/sort-by-fields.js'
export { countLimit, totalOf } from './queries/totals.js'
export {
  type OptionStore,
  type PrepareOptions,
  type PrepareProgress,
  type ReadListener,
  requireDistinct,
  type Store,
  type StoreSession,
  type StoreTransaction,
  storeSession,
  type TransactionOptions,
} from './store.js'
export { StoreError, type StoreErrorCode } from './store-error.js'
export { frozenJson, jsonText, parseJson, storableValue } from './values.js'
