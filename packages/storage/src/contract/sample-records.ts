import type { NewRecord } from '../index.js'
import type {
  BookRecord,
  CardRecord,
  MemberRecord,
  NoteRecord,
  ReviewRecord,
  ShelvingRecord,
  SubjectRecord,
  TraitRecord,
} from './sample-collections.js'

/** A book that is as short as possible, with `fields` changed. */
export const sampleBook = (fields: Partial<NewRecord<BookRecord>> = {}): NewRecord<BookRecord> => ({
  format: 'novel',
  status: 'available',
  author: 1,
  acquired: '2024-01-01T00:00:00',
  due: '2024-01-01T00:00:00',
  code: '',
  title: '',
  restriction: '',
  parent: 0,
  volume: 0,
  isbn: '',
  language: '',
  reviewCount: 0,
  blurb: '',
  content: '',
  ...fields,
})

/** A subject, with `fields` changed. */
export const sampleSubject = (fields: Partial<NewRecord<SubjectRecord>> = {}): NewRecord<SubjectRecord> => ({
  scheme: 'topic',
  name: 'Subject',
  code: 'subject',
  description: '',
  parent: 0,
  group: 0,
  count: 0,
  ...fields,
})

/** The first subject of the first book, with `fields` changed. */
export const sampleShelving = (fields: Partial<NewRecord<ShelvingRecord>> = {}): NewRecord<ShelvingRecord> => ({
  book: 1,
  subject: 1,
  position: 0,
  ...fields,
})

/** A member whose unique fields derive from `login`, with `fields` changed. */
export const sampleMember = (
  login: string,
  fields: Partial<NewRecord<MemberRecord>> = {},
): NewRecord<MemberRecord> => ({
  login,
  email: `${login}@example.org`,
  code: login,
  displayName: login,
  description: '',
  locale: '',
  roles: [],
  rights: {},
  joined: '2024-01-01T00:00:00',
  ...fields,
})

/** A review of the first book, with `fields` changed. */
export const sampleReview = (fields: Partial<NewRecord<ReviewRecord>> = {}): NewRecord<ReviewRecord> => ({
  book: 1,
  parent: 0,
  author: 0,
  signature: 'Guest',
  email: 'guest@example.org',
  written: '2024-01-01T00:00:00',
  received: '',
  status: 'approved',
  kind: 'review',
  content: 'Words',
  ...fields,
})

/** A note about the first book, with `fields` changed. */
export const sampleNote = (fields: Partial<NewRecord<NoteRecord>> = {}): NewRecord<NoteRecord> => ({
  kind: 'book',
  object: 1,
  key: 'key',
  value: null,
  ...fields,
})

/** A card of the first member, with `fields` changed. */
export const sampleCard = (number: string, fields: Partial<NewRecord<CardRecord>> = {}): NewRecord<CardRecord> => ({
  number,
  member: 1,
  label: 'A card',
  issued: 1700000000,
  lastUsed: null,
  lastPlace: null,
  ...fields,
})

/** A color of the first book, with `fields` changed. */
export const sampleTrait = (fields: Partial<NewRecord<TraitRecord>> = {}): NewRecord<TraitRecord> => ({
  trait: 'color',
  at: 0,
  object: 1,
  value: 'red',
  ...fields,
})

/** A journal that is as short as possible. */
export const sampleJournal = (issn: string) => ({
  issn,
  title: `Title of ${issn}`,
  blurb: '',
  signed: null,
  shelfMark: null,
  tags: [],
  published: '2024-01-01T00:00:00',
  book: 0,
})
