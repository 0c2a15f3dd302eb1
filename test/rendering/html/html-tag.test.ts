import t from 'tap'
import { loadModule } from '../load-module.js'

const { addClasses, attributeOf, findTag, firstTag, readTag, setAttribute, withClasses } =
  await loadModule<typeof import('../../../packages/rendering/src/html/html-tag.js')>('html/html-tag.js')

const P = new Set(['p'])

t.test('tags are found by name; quotes may contain >', async t => {
  const html = '<pre><P title="a > b" hidden>x</P>'
  const tag = findTag(html, P)
  t.equal(tag && html.slice(tag.start, tag.end), '<P title="a > b" hidden>')
  t.equal(firstTag(html)?.name, 'pre')
  t.equal(findTag('<p unfinished="', P), undefined)
  t.equal(readTag('<p "x">', 0), undefined)
  t.equal(firstTag('none'), undefined)
})

t.test('attributes are read with any quotes', async t => {
  const html = `<p a="1&amp;2" b='3' c=4 d e = "5">`
  const tag = findTag(html, P)
  if (tag === undefined) throw new Error('not found')
  const values = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => attributeOf(html, tag, name))
  t.same(values, ['1&2', '3', '4', '', '5', undefined])
})

t.test('attributes are replaced, or added first', async t => {
  const set = (html: string): string => {
    const tag = findTag(html, P)
    return tag === undefined ? '' : setAttribute(html, tag, 'a', '"1"')
  }
  t.equal(set('<p>'), '<p a="&quot;1&quot;">')
  t.equal(set("<p b='2' a='x' c>"), '<p b=\'2\' a="&quot;1&quot;" c>')
  t.equal(set('<p/>'), '<p a="&quot;1&quot;"/>')
})

t.test('classes are added once', async t => {
  const add = (html: string): string => {
    const tag = findTag(html, P)
    return tag === undefined ? '' : addClasses(html, tag, ['x', 'y'])
  }
  t.equal(add('<p>'), '<p class="x y">')
  t.equal(add('<p class="a x">'), '<p class="a x y">')
  t.equal(add('<p class="y x">'), '<p class="y x">')
  t.equal(add('<p id="i">'), '<p class="x y" id="i">')
})

t.test('withClasses returns only the tag', async t => {
  for (const [html, expected] of [
    ['a<p>b', '<p class="x">'],
    ['a<p id="c" class="d">b', '<p id="c" class="d x">'],
  ] as const) {
    const tag = findTag(html, P)
    t.equal(tag && withClasses(html, tag, ['x']), expected)
  }
})
