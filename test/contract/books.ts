import {
  boolean,
  collections,
  dateTime,
  defineCollection,
  integer,
  json,
  many,
  nullable,
  one,
  summary,
  text,
  withDefault,
} from '@platen/site'

/** Reviews of books, by their ids. */
export const reviews = defineCollection({
  name: 'bookReviews',
  columns: { book: integer(), stars: integer() },
  indexes: { byBook: { key: ['book'] } },
})

/** A collection of a custom feature, with every kind of column, key, index and relation. */
export const books = defineCollection({
  name: 'books',
  columns: {
    isbn: text(),
    title: text({ folded: true }),
    blurb: text({ long: true }),
    pages: withDefault(integer(), 100),
    inPrint: withDefault(boolean(), true),
    signed: nullable(boolean()),
    shelfMark: nullable(text({ folded: true })),
    tags: json<readonly string[]>(),
    published: dateTime(),
    post: integer({ shared: 2 }),
    volumeOf: withDefault(integer({ shared: 5 }), 0),
  },
  unique: { isbn: ['isbn'], shelfMark: ['inPrint', { folded: 'shelfMark' }] },
  indexes: {
    byTitle: { key: [{ folded: 'title' }] },
    byPost: { key: ['post', 'id'] },
    byVolume: { key: ['volumeOf'] },
    rare: { key: ['published'], only: { isbn: 'rare' } },
    byTags: { key: [{ prefix: 'tags' }] },
  },
  counted: ['inPrint', 'volumeOf'],
  search: ['title', 'blurb'],
  relations: self => ({
    post: one(collections.posts, 'post'),
    volumes: many(self, { foreign: 'volumeOf' }),
    thinVolumes: summary(self, { foreign: 'volumeOf', where: self.where.lt('pages', 50) }),
    reviews: many(reviews, { foreign: 'book' }),
  }),
})

/** A book as short as can be. */
export const sampleBook = (isbn: string) => ({
  isbn,
  title: `Title of ${isbn}`,
  blurb: '',
  signed: null,
  shelfMark: null,
  tags: [],
  published: '2024-01-01T00:00:00',
  post: 0,
})
