import { assignmentsIn, metaIn, postsIn, termsIn, wherePosts } from '@platen/site'
import type { ContractCase } from './contract-test.js'
import { sampleAssignment, sampleMeta, samplePost, sampleTerm } from './sample-records.js'

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
export function keptValueCases(add: ContractCase): void {
  add('all texts', async (t, store) => {
    for (const [at, [name, text]] of texts.entries()) {
      // Databases limit the texts of indexes.
      const key = [...text].slice(0, 600).join('')
      const post = await postsIn(store).insert(
        samplePost({ slug: key, title: text, content: text, excerpt: text, guid: key }),
      )
      const fields = { slug: `${key}#${at}`, name: text, description: text }
      const term = await termsIn(store).insert(sampleTerm(fields))
      await assignmentsIn(store).insert(sampleAssignment({ object: post.id, term: term.id }))
      const value = { [text]: [text] }
      const meta = await metaIn(store).insert(sampleMeta({ object: post.id, key, value }))
      t.strictSame([post.slug, post.title, post.content, post.excerpt], [key, text, text, text], `${name}: inserted`)
      t.strictSame(await postsIn(store).get(post.id), post, `${name}: read`)
      const all = ['terms', 'meta', 'revisions'] as const
      const found = await postsIn(store).find({ where: wherePosts.eq('title', text), with: all })
      t.strictSame(found.records, [post], `${name}: found`)
      t.strictSame(found.related.terms?.get(post.id), [{ ...term, ...fields }], `${name}: of a term`)
      t.strictSame(found.related.meta?.get(post.id), [{ ...meta, key, value }], `${name}: of meta`)
      t.strictSame(await postsIn(store).related([post.id], all), found.related, `${name}: related`)
      t.strictSame(await postsIn(store).update(post.id, {}), { ...post, version: 2 }, `${name}: changed`)
    }
  })

  add('all numbers', async (t, store) => {
    for (const number of numbers) {
      const post = await postsIn(store).insert(samplePost({ menuOrder: number, author: number, commentCount: number }))
      const term = await termsIn(store).insert(sampleTerm({ slug: `of ${number}`, count: number, group: number }))
      await assignmentsIn(store).insert(sampleAssignment({ object: post.id, term: term.id, position: number }))
      t.strictSame([post.menuOrder, term.count], [number, number])
      const found = await postsIn(store).find({ where: wherePosts.eq('menuOrder', number), with: ['terms'] })
      t.strictSame(found.records, [post])
      t.strictSame(found.related.terms?.get(post.id), [term])
    }
  })
}
