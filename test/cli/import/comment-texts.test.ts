import { commentsIn } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { element, item } from '../export-text.js'
import { newSite } from '../new-site.js'
import { comment, countOf, importText } from './imported.js'

/** Texts of comments in exports, and what the site stores. */
const COMMENTS: readonly (readonly [given: string, stored: string])[] = [
  ['one<br />two', 'one\ntwo'],
  ['one<br>\ntwo<BR/>three', 'one\ntwo\nthree'],
  ['one<br /><br />two<br/>\n<br/>three', 'one\n\ntwo\n\nthree'],
  ['<p>one</p><p>two</p>', 'one\n\ntwo'],
  ['<p class="x">one</p>\n\n<p>two<br />three</p>\n', 'one\n\ntwo\nthree'],
  ['one<ul><li>two</li><li>three</li></ul>four', 'one\n\ntwo\nthree\n\nfour'],
  ['<ol>\n<li>one</li>\n<li>two</li>\n</ol>', 'one\ntwo'],
  ['<div>one</div><div>two</div>', 'one\ntwo'],
  ['<h2>one</h2>two', 'one\n\ntwo'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['<pre>a</pre>b', 'a\n\nb'],
  ['<blockquote><p>one</p></blockquote><p>two</p>', '<blockquote>\n\none\n\n</blockquote>\n\ntwo'],
  [
    '<img src="https://x.example/a.jpg" alt="A &amp; &lt;b&gt;" />',
    '<a href="https://x.example/a.jpg" rel="nofollow ugc">A &amp; &lt;b&gt;</a>',
  ],
  [
    'see <img src="https://x.example/a.jpg">',
    'see <a href="https://x.example/a.jpg" rel="nofollow ugc">https://x.example/a.jpg</a>',
  ],
  [
    '<a href="https://x.example/"><img src="https://x.example/a.jpg" alt="A"></a>',
    '<a href="https://x.example/" rel="nofollow ugc">A</a>',
  ],
  ['<img src="javascript:alert(1)" alt="A">b', 'Ab'],
  ['<img src="data:image/png;base64,AA">b', 'b'],
  ['<a href="https://x.example/">x</a>', '<a href="https://x.example/" rel="nofollow ugc">x</a>'],
  ['<a href="https://x.example/" rel="friend">x</a>', '<a href="https://x.example/" rel="nofollow ugc">x</a>'],
  ['<a href="http://localhost:8080/a">x</a>', '<a href="http://localhost:8080/a" rel="ugc">x</a>'],
  ['plain\ntext  with\n\nlines', 'plain\ntext  with\n\nlines'],
  ['a <b>b</b> 1 < 2 <brother>', 'a <b>b</b> 1 &lt; 2 '],
]

t.test('lines and paragraphs of comments become line feeds, and links are marked', async t => {
  const site = await newSite(t)
  const text = item(
    { title: 'Post', guid: 'p', post_id: 5 },
    COMMENTS.map(([given], at) => comment(at + 1, 0, given)).join(''),
  )
  await importText(site, text)
  const { records } = await commentsIn(site.context.store).find({})
  const contents = new Map(records.map(({ id, content }) => [id, content]))
  for (const [at, [given, stored]] of COMMENTS.entries()) t.equal(contents.get(at + 1), stored, given)
  t.equal(countOf(await importText(site, text), 'created'), 0, 'a second import adds none')
})

t.test('comments of accounts keep their HTML, with marked links', async t => {
  const site = await newSite(t)
  const author = { 'wp:author_id': 3, 'wp:author_login': 'ada', 'wp:author_email': 'ada@x.example' }
  const content = '<p>one</p><img src="https://x.example/a.jpg"><a href="https://x.example/">x</a>'
  await importText(
    site,
    element('wp:author', author) +
      item({ title: 'Post', guid: 'p', post_id: 5 }, comment(1, 0, content, { 'wp:comment_user_id': 3 })),
  )
  t.equal(
    (await commentsIn(site.context.store).get(1))?.content,
    '<p>one</p><img src="https://x.example/a.jpg"><a href="https://x.example/" rel="nofollow ugc">x</a>',
  )
})

t.test('comments that were imported without marked links are not added again', async t => {
  const site = await newSite(t)
  const text = item(
    { title: 'Post', guid: 'p', post_id: 5 },
    comment(1, 0, '<p>a <a href="https://x.example/">x</a></p><p>b</p>'),
  )
  await importText(site, text)
  await commentsIn(site.context.store).update(1, { content: 'a <a href="https://x.example/">x</a>b' })
  t.equal(countOf(await importText(site, text), 'created'), 0)
})

t.test('hostile comments take linear time', async t => {
  const parts = ['<br>', '<p>', '<img ', '<img src="', "<a href='", '<td', '<li>a', ' <br> ', '<blockquote><p>']
  const importing = async (times: number) => {
    const site = await newSite(t)
    const comments = parts.map((part, at) => comment(at + 1, 0, `<br>${part.repeat(times)}`))
    return () => importText(site, item({ title: 'Post', guid: 'p', post_id: 5 }, comments.join('')))
  }
  t.equal(await grows(importing, 20_000), undefined)
})
