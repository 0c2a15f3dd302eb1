import {
  boolean,
  dateTime,
  defineCollection,
  highest,
  integer,
  json,
  many,
  manyThrough,
  nullable,
  one,
  type RecordOf,
  type StoreSession,
  summary,
  text,
  withDefault,
} from '../index.js'

/** JSON values by key, attached to the records of other collections. */
const notes = defineCollection({
  name: 'notes',
  columns: {
    kind: text({ shared: 240_000 }),
    /** The id of the object. */
    object: integer({ shared: 5 }),
    key: text({ shared: 20_000 }),
    value: json({ shared: 150, omittable: true }),
  },
  indexes: {
    byObject: { key: ['object', 'kind'] },
    byKey: { key: ['key', 'kind', 'object'] },
    byValue: { key: ['key', 'kind', { prefix: 'value' }] },
  },
  size: 300_000,
})

const notesOf = (kind: string) => many(notes, { foreign: 'object', where: notes.where.eq('kind', kind) })

/** Subjects of several schemes. */
const subjects = defineCollection({
  name: 'subjects',
  columns: {
    scheme: text({ shared: 1_000 }),
    name: text({ folded: true, shared: 2, omittable: true }),
    code: text({ folded: true, shared: 1 }),
    description: text({ omittable: true }),
    parent: integer({ shared: 20, common: 0 }),
    group: integer(),
    count: integer({ shared: 1_000 }),
  },
  unique: { code: ['scheme', 'code'] },
  indexes: {
    byName: { key: ['scheme', { folded: 'name' }] },
    byParent: { key: ['parent'] },
    byCount: { key: ['scheme', 'count'] },
  },
  relations: () => ({ notes: notesOf('subject') }),
  size: 2_000,
})

/** The subjects of books, in the order of `position`. */
const shelvings = defineCollection({
  name: 'shelvings',
  columns: { book: integer({ shared: 3 }), subject: integer({ shared: 100 }), position: integer({ shared: 50_000 }) },
  indexes: {
    byBook: { key: ['book', 'position', 'id', 'subject'] },
    bySubject: { key: ['subject', 'book'] },
  },
  size: 200_000,
})

const members = defineCollection({
  name: 'members',
  columns: {
    login: text({ folded: true, shared: 1 }),
    email: text({ folded: true, shared: 1 }),
    code: text({ folded: true, shared: 1 }),
    displayName: text({ folded: true, shared: 2, omittable: true }),
    description: text({ omittable: true }),
    locale: text(),
    roles: json<readonly string[]>(),
    rights: json<Readonly<Record<string, boolean>>>(),
    joined: dateTime(),
  },
  unique: { login: [{ folded: 'login' }], email: [{ folded: 'email' }], code: ['code'] },
  indexes: { byDisplayName: { key: [{ folded: 'displayName' }] } },
  relations: () => ({ notes: notesOf('member') }),
  size: 1_000,
})

/** The library cards of members. */
const cards = defineCollection({
  name: 'cards',
  columns: {
    number: text({ shared: 1 }),
    member: integer({ shared: 3 }),
    label: text({ folded: true }),
    issued: integer(),
    lastUsed: nullable(integer()),
    lastPlace: nullable(text()),
  },
  unique: { number: ['number'] },
  indexes: { byMember: { key: ['member'] } },
  size: 5_000,
})

const reviews = defineCollection({
  name: 'reviews',
  columns: {
    book: integer({ shared: 20 }),
    parent: integer({ shared: 5, common: 0 }),
    /** The id of a member, or 0. */
    author: integer({ shared: 50, common: 0 }),
    signature: text({ folded: true }),
    email: text({ folded: true, shared: 5 }),
    written: dateTime({ shared: 2 }),
    received: withDefault(dateTime({ shared: 2 }), ''),
    status: text({ shared: 89_000 }),
    kind: text({ shared: 90_000 }),
    content: text({ folded: true, omittable: true }),
  },
  indexes: {
    byKindAndStatus: { key: ['kind', 'status', 'written', 'book', 'author'] },
    byBook: { key: ['book', 'status', 'kind', 'written'] },
    byBookAndEmail: { key: ['book', { folded: 'email' }] },
    byParent: { key: ['parent', 'status', 'kind', 'written'] },
  },
  relations: () => ({ notes: notesOf('review') }),
  size: 100_000,
})

/** Values that books are ordered by: a book has at most one for each trait and place. */
const traits = defineCollection({
  name: 'traits',
  columns: {
    trait: text({ shared: 50_000 }),
    /** The place among several values. */
    at: integer({ shared: 190_000 }),
    /** The id of the book. */
    object: integer({ shared: 4 }),
    value: text({ shared: 20 }),
  },
  unique: { object: ['trait', 'at', 'object'] },
  indexes: { byObject: { key: ['object'] }, byValue: { key: ['trait', 'at', 'value', 'object'] } },
  size: 200_000,
})

/** Books in all formats; proofs are earlier versions of their parents. */
const books = defineCollection({
  name: 'books',
  columns: {
    format: text({ shared: 90_000 }),
    status: text({ shared: 89_000 }),
    author: integer({ shared: 500 }),
    acquired: dateTime({ shared: 2 }),
    due: nullable(dateTime({ shared: 2 })),
    code: text({ shared: 2 }),
    title: text({ folded: true, shared: 2, omittable: true }),
    /** Decides who may read it: never omitted. */
    restriction: text(),
    parent: integer({ shared: 10, common: 0 }),
    volume: integer({ shared: 20_000 }),
    isbn: text({ shared: 2 }),
    language: text(),
    reviewCount: integer(),
    blurb: text({ long: true }),
    content: text({ long: true }),
  },
  indexes: {
    byStatusAndDate: { key: ['format', 'status', 'acquired'] },
    byFormatAndDate: { key: ['format', 'acquired', 'id', 'status'] },
    byDate: { key: ['acquired', 'id', 'format', 'status'] },
    byTitle: { key: ['format', 'status', { folded: 'title' }] },
    byCode: { key: ['code', 'format'] },
    byParent: { key: ['parent', 'format', 'code'] },
    byAuthor: { key: ['author', 'format', 'status', 'acquired'] },
    byIsbn: { key: ['isbn'] },
    byDueDate: { key: ['due'], only: { status: 'lent' } },
    byVolume: { key: ['format', 'status', 'volume'] },
  },
  counted: ['format', 'status'],
  search: ['title', 'blurb', 'content'],
  searchIndexExcept: { format: 'proof' },
  relations: self => {
    const { and, endsWith, eq, not } = self.where
    const isProof = eq('format', 'proof')
    const isSketch = endsWith('code', '-sketch')
    return {
      subjects: manyThrough(subjects, shelvings, { foreign: 'book', to: 'subject', order: 'position' }),
      subjectNames: manyThrough(subjects, shelvings, {
        foreign: 'book',
        to: 'subject',
        order: 'position',
        fields: ['scheme', 'name', 'code'],
      }),
      notes: notesOf('book'),
      proofs: summary(self, { foreign: 'parent', where: isProof }),
      newestReviews: highest(reviews, {
        foreign: 'book',
        where: reviews.where.and(reviews.where.eq('status', 'approved'), reviews.where.eq('kind', 'review')),
        by: 'written',
        limit: 10,
      }),
      latestProof: highest(self, { foreign: 'parent', where: and(isProof, not(isSketch)), by: 'id', limit: 1 }),
      sketches: many(self, { foreign: 'parent', where: and(isProof, isSketch) }),
    }
  },
  size: 100_000,
})

/** Ratings of journals, by their ids. */
export const ratings = defineCollection({
  name: 'journalRatings',
  columns: { journal: integer(), stars: integer() },
  indexes: { byJournal: { key: ['journal'] } },
})

/** A collection with every kind of column, key, index and relation, and no hints. */
export const journals = defineCollection({
  name: 'journals',
  columns: {
    issn: text(),
    title: text({ folded: true }),
    blurb: text({ long: true }),
    pages: withDefault(integer(), 100),
    inPrint: withDefault(boolean(), true),
    signed: nullable(boolean()),
    shelfMark: nullable(text({ folded: true })),
    tags: json<readonly string[]>(),
    published: dateTime(),
    book: integer({ shared: 2 }),
    volumeOf: withDefault(integer({ shared: 5 }), 0),
  },
  unique: { issn: ['issn'], shelfMark: ['inPrint', { folded: 'shelfMark' }] },
  indexes: {
    byTitle: { key: [{ folded: 'title' }] },
    byBook: { key: ['book', 'id'] },
    byVolume: { key: ['volumeOf'] },
    rare: { key: ['published'], only: { issn: 'rare' } },
    byTags: { key: [{ prefix: 'tags' }] },
  },
  counted: ['inPrint', 'volumeOf'],
  search: ['title', 'blurb'],
  relations: self => ({
    book: one(books, 'book'),
    volumes: many(self, { foreign: 'volumeOf' }),
    thinVolumes: summary(self, { foreign: 'volumeOf', where: self.where.lt('pages', 50) }),
    ratings: many(ratings, { foreign: 'journal' }),
  }),
})

/**
 * The collections of a small library, with every kind of column, key, index, search and relation: `storeContract`
 * prepares them in each store, and tests of your own may use them.
 */
export const sampleCollections = Object.freeze({ books, subjects, shelvings, members, reviews, notes, cards, traits })

/** The opened sample collections of a store, or of a transaction. */
export const libraryIn = (session: StoreSession) => ({
  books: session.collection(books),
  subjects: session.collection(subjects),
  shelvings: session.collection(shelvings),
  members: session.collection(members),
  reviews: session.collection(reviews),
  notes: session.collection(notes),
  cards: session.collection(cards),
  traits: session.collection(traits),
})

/** A book in any format. */
export interface BookRecord extends RecordOf<typeof books> {}

/** A subject of any scheme. */
export interface SubjectRecord extends RecordOf<typeof subjects> {}

/** A subject of a book. */
export interface ShelvingRecord extends RecordOf<typeof shelvings> {}

/** A member of the library. */
export interface MemberRecord extends RecordOf<typeof members> {}

/** A review of a book. */
export interface ReviewRecord extends RecordOf<typeof reviews> {}

/** A JSON value of a record of another collection. */
export interface NoteRecord extends RecordOf<typeof notes> {}

/** A member's library card. */
export interface CardRecord extends RecordOf<typeof cards> {}

/** A value that a book is ordered by. */
export interface TraitRecord extends RecordOf<typeof traits> {}
