import assert from 'node:assert/strict'
import type { AddCase } from './cases.js'
import { sampleCollections } from './sample-collections.js'
import { sampleBook, sampleNote, sampleShelving, sampleSubject } from './sample-records.js'

const whereBooks = sampleCollections.books.where

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

const texts: readonly (readonly [name: string, text: string])[] = [
  ['control characters', characters(0x01, 0x1f)],
  ['the first characters of Unicode', characters(0x20, 0x2ff)],
  ['separators, marks and noncharacters', '\u2028\u2029\u200b\u200e\ufeff\ufdd0\ufffd\ufffe\uffff'],
  ['the edges of what surrogates are for', '\ud7ff\ue000\u{10000}\u{1ffff}\u{10ffff}'],
  ['what is written as JSON', '{"a":["\\"\\\\\\u0041\\/\\b\\n",null,1e999]}'],
  ['a part of JSON', '"],["'],
  ['what looks like a number', '-0.10e+05'],
  ['null as a text', 'null'],
  ['nothing', ''],
  ['a long text', `${'long "text" \\ of\tmany\nlines, 日本語 😀 '.repeat(20_000)}end`],
]

const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1]

/** That values come back as they were stored, whichever way a record is read. */
export function keptValueCases(add: AddCase): void {
  add('all texts', async (_store, { books, subjects, shelvings, notes }) => {
    for (const [at, [name, text]] of texts.entries()) {
      // Databases limit the texts of indexes.
      const key = [...text].slice(0, 600).join('')
      const book = await books.insert(sampleBook({ code: key, title: text, content: text, blurb: text, isbn: key }))
      const fields = { code: `${key}#${at}`, name: text, description: text }
      const subject = await subjects.insert(sampleSubject(fields))
      await shelvings.insert(sampleShelving({ book: book.id, subject: subject.id }))
      const value = { [text]: [text] }
      const note = await notes.insert(sampleNote({ object: book.id, key, value }))
      assert.deepEqual([book.code, book.title, book.content, book.blurb], [key, text, text, text], `${name}: inserted`)
      assert.deepEqual(await books.get(book.id), book, `${name}: read`)
      const all = ['subjects', 'notes', 'proofs'] as const
      const found = await books.find({ where: whereBooks.eq('title', text), with: all })
      assert.deepEqual(found.records, [book], `${name}: found`)
      assert.deepEqual(found.related.subjects.get(book.id), [{ ...subject, ...fields }], `${name}: of a subject`)
      assert.deepEqual(found.related.notes.get(book.id), [{ ...note, key, value }], `${name}: of note`)
      assert.deepEqual(await books.related([book.id], all), found.related, `${name}: related`)
      assert.deepEqual(await books.update(book.id, {}), { ...book, version: 2 }, `${name}: changed`)
    }
  })

  add('all numbers', async (_store, { books, subjects, shelvings }) => {
    for (const number of numbers) {
      const book = await books.insert(sampleBook({ volume: number, author: number, reviewCount: number }))
      const subject = await subjects.insert(sampleSubject({ code: `of ${number}`, count: number, group: number }))
      await shelvings.insert(sampleShelving({ book: book.id, subject: subject.id, position: number }))
      assert.deepEqual([book.volume, subject.count], [number, number])
      const found = await books.find({ where: whereBooks.eq('volume', number), with: ['subjects'] })
      assert.deepEqual(found.records, [book])
      assert.deepEqual(found.related.subjects.get(book.id), [subject])
    }
  })
}
