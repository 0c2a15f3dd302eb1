import assert from 'node:assert/strict'
import type { AddCase } from './cases.js'
import { type BookRecord, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleTrait } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereTraits = sampleCollections.traits.where
const { and, containsText, eq, in: isIn, not, or } = whereBooks

const BOOKS = 1200
const PAGE = 10
/** The numbers of records before a page. */
const OFFSETS = [0, 3, 195, 201, 600, 985, BOOKS - 3, BOOKS]

const startOf = (at: number) =>
  new Date(Date.UTC(2024, 0, 1) + Math.floor(at / 3) * 3600_000).toISOString().slice(0, 19)

/** Most have `ox` in their content, some also in their title; a few have `yak` in their title. */
const bookOf = (at: number) =>
  sampleBook({
    acquired: startOf((at * 7) % BOOKS),
    title: `${at % 11 === 0 ? 'An ox' : 'A cow'}${at % 170 === 5 ? ' and a yak' : ''}`,
    content: at % 50 === 1 ? 'Nothing.' : 'Of an OX and others.',
    status: at % 40 === 7 ? 'draft' : 'available',
    author: 1 + (at % 2),
  })

const byAcquired = (one: BookRecord, other: BookRecord) =>
  one.acquired === other.acquired ? other.id - one.id : one.acquired < other.acquired ? 1 : -1

/** Pages far into long lists, which stores may read in other ways than short ones. */
export function longListCases(add: AddCase): void {
  add('pages of a long list', async (_, { books, traits }) => {
    const stored = await books.insertMany(Array.from({ length: BOOKS }, (_, at) => bookOf(at)))
    const pages = new Map(stored.map(({ id }, at) => [id, String((at * 11) % 400).padStart(3, '0')]))
    const long = [...pages].filter(([, value]) => value >= '050')
    await traits.insertMany(long.map(([object, value]) => sampleTrait({ trait: 'pages', object, value })))
    const available = stored.filter(({ status }) => status === 'available')
    const mentions = (book: BookRecord) => /ox/i.test(book.title + book.content)
    const inTitle = (word: string) => containsText('title', word)
    const ox = or(inTitle('ox'), containsText('content', 'ox'))
    const newest = { by: 'field', field: 'acquired', direction: 'desc' } as const
    const isAvailable = and(eq('format', 'novel'), eq('status', 'available'))
    const ofFormats = and(isIn('format', ['novel', 'essay']), eq('status', 'available'))
    const ranks = [inTitle('yak'), and(inTitle('ox'), not(containsText('content', 'nothing'))), inTitle('ox')]
    const rankOf = ({ title, content }: BookRecord) =>
      title.includes('yak') ? 0 : title.includes('ox') ? (content === 'Nothing.' ? 2 : 1) : 3
    const found = available.filter(mentions).sort(byAcquired)
    const byRank = [...found].sort((one, other) => rankOf(one) - rankOf(other))
    const byPages = [...available]
      .filter(({ id }) => (pages.get(id) ?? '') >= '050')
      .sort((one, other) =>
        (pages.get(one.id) ?? '') < (pages.get(other.id) ?? '')
          ? 1
          : pages.get(one.id) === pages.get(other.id)
            ? other.id - one.id
            : -1,
      )
    const isPages = whereTraits.and(whereTraits.eq('trait', 'pages'), whereTraits.eq('at', 0))
    const mostPages = whereBooks.orderByRelated(
      whereTraits,
      { foreign: 'object', local: 'id' },
      'value',
      'desc',
      isPages,
    )
    for (const [name, where, order, expected] of [
      ['by related records', isAvailable, [mostPages], byPages],
      ['with a short word, by related records', and(isAvailable, ox), [mostPages], byPages.filter(mentions)],
      [
        'of an author, by related records and a field',
        and(isAvailable, eq('author', 2)),
        [mostPages, newest],
        byPages
          .filter(({ author }) => author === 2)
          .sort((one, other) => (pages.get(one.id) === pages.get(other.id) ? byAcquired(one, other) : 0)),
      ],
      ['all', isAvailable, [newest], [...available].sort(byAcquired)],
      ['with a short word', and(isAvailable, ox), [newest], found],
      ['by rank', and(isAvailable, ox), [{ by: 'rank', conditions: ranks }, newest], byRank],
      ['of formats, by rank', and(ofFormats, ox), [{ by: 'rank', conditions: ranks }, newest], byRank],
      [
        'of an author, by rank',
        and(isAvailable, ox, eq('author', 2)),
        [{ by: 'rank', conditions: ranks }, newest],
        byRank.filter(({ author }) => author === 2),
      ],
      ['by one rank', and(isAvailable, ox), [{ by: 'rank', conditions: [ox] }, newest], found],
    ] as const)
      for (const offset of OFFSETS)
        for (const total of [true, 550, false]) {
          const { records, total: counted } = await books.find({ where, order, limit: PAGE, offset, total })
          const page = expected.slice(offset, offset + PAGE).map(({ id }) => id)
          assert.deepEqual(
            records.map(({ id }) => id),
            page,
            `${name} after ${offset}`,
          )
          if (total === true) assert.equal(counted, expected.length, name)
        }
  })
}
