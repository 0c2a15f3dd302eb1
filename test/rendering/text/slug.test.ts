import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { lookupSlug, sanitizeKey, slugify } =
  await loadModule<typeof import('../../../packages/rendering/src/text/slug.js')>('text/slug.js')

/** Titles, and their slugs. */
const TITLES: readonly (readonly [string, string])[] = [
  ['a  b', 'a-b'],
  ['a - b', 'a-b'],
  ['-a-', 'a'],
  ['a_b', 'a_b'],
  ['a.b', 'a-b'],
  ['a..b', 'a-b'],
  ['a/b', 'a-b'],
  ['a\\b', 'ab'],
  ['a&b', 'ab'],
  ['a & b', 'a-b'],
  ['a &amp; b', 'a-b'],
  ['a&nbsp;b', 'a-b'],
  ['a&eacute;b', 'ab'],
  ['<b>a</b> c', 'a-c'],
  ['a < b', 'a-b'],
  ['a <b', 'a'],
  ['50%', '50'],
  ['a%20b', 'a%20b'],
  ['%E6%97%A5', '%e6%97%a5'],
  ['%zz', 'zz'],
  ['a%', 'a'],
  ['%e2%80%93', ''],
  ['a%e2%80%93b', 'a-b'],
  ['日本語', '%e6%97%a5%e6%9c%ac%e8%aa%9e'],
  ['日本 語', '%e6%97%a5%e6%9c%ac-%e8%aa%9e'],
  ['ÀÉ', 'ae'],
  ['Straße', 'strase'],
  ["I'm", 'im'],
  ['it’s', 'its'],
  ['“a”', 'a'],
  ['a–b', 'a-b'],
  ['a — b', 'a-b'],
  ['a…b', 'ab'],
  ['3×4', '3x4'],
  ['C++', 'c'],
  ['#1', '1'],
  ['a,b', 'ab'],
  ['€5', 'e5'],
  ['£5', '5'],
  ['¢5', '%c2%a25'],
  ['a\tb', 'ab'],
  ['a b', 'a-b'],
  ['a​b', 'ab'],
  ['é', 'e'],
  ['😀', '%f0%9f%98%80'],
  ['Ελληνικά', '%ce%b5%ce%bb%ce%bb%ce%b7%ce%bd%ce%b9%ce%ba%ce%ac'],
  ['ΟΔΟΣ', '%ce%bf%ce%b4%ce%bf%cf%83'],
  ['Привет мир', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82-%d0%bc%d0%b8%d1%80'],
  ['İstanbul', 'istanbul'],
  ['²', '%c2%b2'],
  ['™', ''],
  ['...', ''],
  ['___', '___'],
  ['_', '_'],
  ["a'b", 'ab'],
  ['a%c3%97b', 'axb'],
  ['Café — déjà vu: “quoted” / 100%', 'cafe-deja-vu-quoted-100'],
  ['Éclair_à la crème', 'eclair_a-la-creme'],
  ['With Spaces & <b>Marks</b>', 'with-spaces-marks'],
  ['x&y;z', 'xz'],
  ['1.2.3', '1-2-3'],
  ['№', '%e2%84%96'],
  ['Æon', 'aeon'],
  ['ŉ', 'n'],
  ['ñ', 'n'],
  ['́a', 'a'],
  ['a‒b', 'a%e2%80%92b'],
  ['a—b', 'a-b'],
  ['&mdash;', ''],
  ['', ''],
]

t.test('a title makes a slug', async t => {
  for (const [title, slug] of TITLES) t.equal(slugify(title), slug, JSON.stringify(title))
})

/** Slugs that somebody looks up, and those that are found. */
const LOOKUPS: readonly (readonly [string, string])[] = [
  ['a-b', 'a-b'],
  ['A B', 'a-b'],
  ['a.b', 'a-b'],
  ['a/b', 'ab'],
  ['a&nbsp;b', 'ab'],
  ['é', '%c3%a9'],
  ['É', '%c3%a9'],
  ['a–b', 'a%e2%80%93b'],
  ['a×b', 'a%c3%97b'],
  ['%C3%BC', '%c3%bc'],
  ['日'.repeat(80), '%e6%97%a5'.repeat(22)],
]

t.test('slugs are looked up with their accents', async t => {
  for (const [given, slug] of LOOKUPS) t.equal(lookupSlug(given), slug, given)
  for (const [, slug] of TITLES) t.equal(lookupSlug(slug), slug, 'a stored slug is found')
})

t.test('a slug of a slug is the same', async t => {
  for (const [, slug] of TITLES) t.equal(slugify(slug), slug)
})

t.test('slugs have at most 200 characters, and no letter is split', async t => {
  t.equal(slugify('a'.repeat(250)), 'a'.repeat(200))
  t.equal(slugify('日'.repeat(80)), '%e6%97%a5'.repeat(22))
  t.equal(slugify(`${'x'.repeat(198)} yz`), `${'x'.repeat(198)}-y`)
  t.equal(slugify(`${'a'.repeat(195)}日`), 'a'.repeat(195))
})

t.test('a long title takes little time', async t => {
  for (const part of ['a', '<', '%', '&', 'é', '😀'])
    for (const toSlug of [slugify, lookupSlug])
      t.equal(await growsWith(part, toSlug, 500_000 * part.length), undefined, part)
})

t.test('keys are lower-case letters, digits, dashes and underscores', async t => {
  t.equal(sanitizeKey('My Key/é-1_2'), 'mykey-1_2')
})

const { removeAccents } =
  await loadModule<typeof import('../../../packages/rendering/src/text/accents.js')>('text/accents.js')

t.test('Latin letters lose their accents, others stay', async t => {
  t.equal(removeAccents('ÀéÎõü ßæø Łđ €£×'), 'aeiou saeo ld ex')
  t.equal(removeAccents('e\u0301'), 'e')
  t.equal(removeAccents('ǟ日Ω plain'), 'ǟ日Ω plain')
})
