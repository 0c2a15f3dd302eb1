import t from 'tap'
import { grows } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { autolink, markUserLinks } =
  await loadModule<typeof import('../../../packages/rendering/src/html/links.js')>('html/links.js')

const LINKS: readonly (readonly [string, string])[] = [
  ['<a href="http://a.b">x</a>', '<a href="http://a.b" rel="nofollow ugc">x</a>'],
  [
    '<a href="/x" title="t" rel="author" target="_blank">a</a>',
    '<a href="/x" title="t" target="_blank" rel="author nofollow ugc">a</a>',
  ],
  ['<a href="http://a.b" rel="nofollow">x</a>', '<a href="http://a.b" rel="nofollow ugc">x</a>'],
  ['<a rel="ugc" href="http://a.b">x</a>', '<a href="http://a.b" rel="ugc nofollow">x</a>'],
  ["<a href='http://a.b'>x</a>", '<a href=\'http://a.b\' rel="nofollow ugc">x</a>'],
  ['<a href=http://a.b>x</a>', '<a href=http://a.b rel="nofollow ugc">x</a>'],
  ['<a name="x">y</a>', '<a name="x" rel="nofollow ugc">y</a>'],
  ['<a href="mailto:x@y.z">x</a>', '<a href="mailto:x@y.z" rel="nofollow ugc">x</a>'],
  ['<a href="https://site.example">x</a>', '<a href="https://site.example" rel="ugc">x</a>'],
  ['<a>x</a>', '<a>x</a>'],
]

t.test('links in user-generated content are marked', async t => {
  for (const [html, expected] of LINKS) t.equal(markUserLinks(html, 'https://site.example'), expected, html)
})

t.test('URLs and email addresses are linked', async t => {
  t.equal(autolink('no address'), 'no address')
  t.equal(
    autolink('see http://a.example, "b"'),
    'see <a href="http://a.example" rel="nofollow ugc">http://a.example</a>, "b"',
  )
  t.equal(autolink('me@a.example'), '<a href="mailto:me@a.example">me@a.example</a>')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['http://', 'http://a ', 'www.', 'a@', 'a@b.', '<a ', '<a href="x">', '<a rel']) {
    const complaint = await grows(length => {
      const text = part.repeat(Math.ceil(length / part.length))
      return () => markUserLinks(autolink(text))
    }, 25_000)
    t.equal(complaint, undefined, part)
  }
})
