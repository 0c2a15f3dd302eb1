// The contract that every store passes, for authors of stores, and sample collections.

export { type CompareStoresOptions, compareStores } from './compare-stores.js'
export { checkHistory, type HistoryOptions } from './concurrent-history.js'
export { type Choices, randomChoices } from './random-choices.js'
export {
  type BookRecord,
  type CardRecord,
  type MemberRecord,
  type NoteRecord,
  type ReviewRecord,
  type ShelvingRecord,
  type SubjectRecord,
  sampleCollections,
  type TraitRecord,
} from './sample-collections.js'
export {
  sampleBook,
  sampleCard,
  sampleMember,
  sampleNote,
  sampleReview,
  sampleShelving,
  sampleSubject,
  sampleTrait,
} from './sample-records.js'
export { SKIPPABLE_CASES, type SkippableCase, type StoreContractOptions, storeContract } from './store-contract.js'
