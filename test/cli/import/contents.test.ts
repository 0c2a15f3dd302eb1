import assert from 'node:assert/strict'
import { commentsIn, postsIn, usersIn, wherePosts } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { mediaSite } from '../../site/features/media/media-site.js'
import { element, item } from '../export-text.js'
import { newSite } from '../new-site.js'
import { comment, countOf, importText, postOf, termOf } from './imported.js'

/** Attributes in which `#p`, `#t` and `#u` are the ids of a post, a term and a user; all else stays. */
const BLOCKS: readonly (readonly [name: string, attributes: string])[] = [
  ['query', '{"queryId":1,"query":{"perPage":1,"pages":1,"offset":1,"author":"#u","exclude":[#p],"parents":[#p]}}'],
  ['query', '{"query":{"taxQuery":{"category":[#t,#t],"post_tag":[#t]},"postIn":[#p,999],"author":"#u,#u"}}'],
  ['query', '{"query":{"taxQuery":{"include":{"genre":[#t]},"exclude":{"category":["#t"]}},"author":[#u]}}'],
  ['query', '{"query":{"categoryIds":[#t],"tagIds":[#t],"author":#u,"taxQuery":null,"exclude":[]}}'],
  ['latest-posts', '{"postsToShow":1,"categories":[{"id":#t,"count":1,"name":"1"}],"selectedAuthor":#u}'],
  ['latest-posts', '{"categories":"#t","columns":1}'],
  ['latest-posts', '{"categories":#t}'],
  ['latest-posts', '{"categories":["#t",#t]}'],
  ['terms-query', '{"termQuery":{"perPage":1,"include":[#t],"exclude":[#t],"parent":#t}}'],
  ['avatar', '{"userId":#u,"size":1}'],
  ['page-list', '{"parentPageID":#p}'],
  ['page-list-item', '{"id":#p,"label":"1"}'],
  ['block', '{"ref":#p,"content":{"1":{"id":1}}}'],
  ['navigation', '{"ref":#p,"overlayMenu":"1"}'],
  ['navigation-link', '{"id":#p,"kind":"post-type","type":"page","label":"{\\u0022id\\u0022:1}"}'],
  ['navigation-link', '{"id":#t,"kind":"taxonomy","type":"category"}'],
  ['navigation-link', '{"id":#t,"type":"tag"}'],
  ['navigation-submenu', '{"type":"post","id":#p}'],
  ['navigation-link', '{"id":1,"kind":"custom"}'],
  ['navigation-link', '{"id":1}'],
  ['image', '{"id":#p,"width":1,"style":{"id":1}}'],
  ['gallery', '{"ids":[#p,"#p"],"columns":1}'],
  ['cover', '{"id":#p,"dimRatio":1}'],
  ['media-text', '{"mediaId":#p,"mediaWidth":1}'],
  ['file', '{"id":#p,"fileId":"1"}'],
  ['group', '{"style":{"background":{"backgroundImage":{"url":"1","id":#p}},"spacing":{"id":1}}}'],
  ['legacy-widget', '{"idBase":"nav_menu","instance":{"raw":{"nav_menu":#t,"title":"1"}}}'],
  ['legacy-widget', '{"idBase":"pages","instance":{"raw":{"exclude":"#p, #p"}}}'],
  ['legacy-widget', '{"idBase":"media_gallery","instance":{"raw":{"ids":[#p],"columns":1}}}'],
  ['legacy-widget', '{"idBase":"media_image","instance":{"raw":{"attachment_id":#p,"width":1}}}'],
  ['acme/query', '{"query":{"exclude":[1]}}'],
  ['archives', '{"id":1,"ref":1}'],
]

const HTML: readonly string[] = [
  '<a href="https://old.example/about/" data-type="page" data-id="#p">1</a>',
  '<a data-type="category" data-id="#t" href="/1/">1</a> <a data-type="genre" data-id="#t" href="/">1</a>',
  '<a data-type="URL" data-id="https://x.example/1">1</a> <a data-id="1">1</a>',
  '<a href="https://old.example/?p=#p#1">1</a> <a href="/?page_id=#p&amp;x=1">1</a> <a href="?cat=#t">1</a>',
  '<a href="https://other.example/?p=1">1</a> <a href="https://old.example/x/?p=1">1</a> ?p=1',
]

const filled = (text: string, ids: Readonly<Record<string, number>>) =>
  text.replace(/#([ptu])/g, (_found, kind: string) => String(ids[kind]))

t.test('ids in blocks and links follow posts, terms and users', async t => {
  const site = await newSite(t)
  await site.content.posts.create({ title: 'Own' }, { as: site.system })
  const contents = [...BLOCKS.map(([name, attributes]) => `<!-- wp:${name} ${attributes} /-->`), ...HTML]
  const old = { p: 1, t: 1, u: 1 }
  const author = { 'wp:author_id': 1, 'wp:author_login': 'ada', 'wp:author_email': 'ada@x.example' }
  const term = { 'wp:term_id': 1, 'wp:term_taxonomy': 'genre', 'wp:term_slug': 'epic', 'wp:term_name': 'Epic' }
  const own = await postOf(site, 'Own')
  await importText(
    site,
    '<wp:base_blog_url>https://old.example</wp:base_blog_url>' +
      element('wp:author', author) +
      element('wp:term', term) +
      element('wp:tag', { 'wp:term_id': 2, 'wp:tag_slug': 'kept', 'wp:tag_name': 'Kept' }) +
      contents
        .map((content, at) =>
          item({
            title: `T${at}`,
            guid: `t${at}`,
            post_id: 100 + at,
            content: filled(content, old),
            post_type: 'page',
          }),
        )
        .join('') +
      item({ title: 'Moved', guid: 'moved', post_id: own.id, post_type: 'page' }),
  )
  t.equal(own.id, 1)
  const user = (await usersIn(site.context.store).find({})).records.find(({ login }) => login === 'ada')
  const ids = { p: (await postOf(site, 'Moved')).id, t: (await termOf(site, 'epic')).id, u: user?.id ?? 0 }
  t.ok(ids.p > 130 && ids.t > 1 && ids.u > 1)
  t.equal((await termOf(site, 'kept')).id, 2)
  for (const [at, content] of contents.entries()) {
    t.equal((await postOf(site, `T${at}`)).content, filled(content, ids), content)
  }
})

t.test('hostile attributes take linear time', async t => {
  const parts = [
    '<!-- wp:query {"query":{"exclude":[',
    '{"a":',
    '[1,',
    '"\\\\',
    '<a data-id="1" ',
    '<a href="',
    '<a href="?p=1',
    ' data-id="1"',
  ]
  const importing = async (times: number) => {
    const site = await newSite(t)
    await site.content.posts.create({ title: 'A' }, { as: site.system })
    const deep = `<!-- wp:query {"query":{"exclude":[1],"x":${'['.repeat(times)}${']'.repeat(times)}}} /-->`
    const wide = `<!-- wp:query {"query":{"exclude":[${'1,'.repeat(times)}1]}} /-->`
    const texts = [...parts.map(part => `<a href="?p=1"><!-- wp:query {"a":1} /-->${part.repeat(times)}`), deep, wide]
    const items = texts.map((content, at) => item({ title: `H${at}`, guid: `h${at}`, post_id: 200 + at, content }))
    return () => importText(site, items.join('') + item({ title: 'P', guid: 'p', post_id: 1 }))
  }
  t.equal(await grows(importing, 20_000), undefined)
})

const picture = (id: number) =>
  item({
    title: `P${id}`,
    guid: `picture ${id}`,
    post_id: id,
    post_type: 'attachment',
    status: 'inherit',
    attachment_url: `https://old.example/uploads/p${id}.jpg`,
  })
const post = (title: string, id: number, content: string) =>
  item({ title, guid: title, post_id: id, status: 'publish', post_type: 'post', content })

/** Contents with the ids 1 and 2 as `#1` and `#2`, which are those of pictures, and all else as it stays. */
const CONTENTS: readonly string[] = [
  '[gallery ids="#1,#2"] [gallery link=file ids=#2,999] [gallery include=\'#2, #1\' exclude="#1" columns="2"]',
  '[playlist ids="#2"] [gallery id="#1"] [galleries ids="1"] ids="1" [gallery columns="1"]',
  '<img class="alignleft wp-image-#1 size-full" data-id="#1" src="a-1.jpg"/> <b>wp-image-1 attachment_1</b>',
  '<img src="1.jpg" data-id="1" class="x-wp-image-1 wp-image-12 wp-image-1x" />',
  '[caption id="attachment_#2" width="1"]<a rel="attachment wp-att-#2" href="?attachment_id=#1"><img class="wp-image-#2" /></a>[/caption]',
  '<!-- wp:image {"id":#1,"width":1,"className":"a"} --><figure><img src="a.jpg" class="wp-image-#1"/></figure><!-- /wp:image -->',
  '<!-- wp:image {"style":{"id":1},"x":[{"id":2}],"id":#2} /-->',
  '<!-- wp:gallery {"ids":[#1,"#2",3.1],"columns":1} --><!-- wp:cover {"id":#2,"dimRatio":1} /--><!-- /wp:gallery -->',
  '<!-- wp:media-text {"mediaId":#2,"id":1,"mediaLink":"1"} /--><!-- wp:file {"id":#1} /--><!-- wp:audio {"id":#1} /-->',
  '<!-- wp:video {"id":#2,"tracks":[{"id":1}]} /--><!-- wp:acme/image {"id":1} /--><!-- wp:paragraph {"id":1} /-->',
  '<!-- wp:image {"id":"1"} /--><!-- wp:image {"id":1.5} /--><!-- wp:image {"ids":[1]} /-->',
]
const withIds = (content: string, ids: Readonly<Record<string, number>>) =>
  content.replace(/#(\d)/g, (_found, id: string) => String(ids[id]))

t.test('files that get other ids are named by them within content', async t => {
  const { site, store } = await mediaSite()
  for (const title of ['A', 'B', 'C']) await site.content.posts.create({ title }, { as: site.system })
  // References may come before the files that they mean.
  const text =
    CONTENTS.map((content, at) => post(`T${at}`, 100 + at, withIds(content, { 1: 1, 2: 2 }))).join('') +
    picture(1) +
    picture(2)
  await importText(site, text)
  const ids = { 1: (await postOf(site, 'P1')).id, 2: (await postOf(site, 'P2')).id }
  t.ok(ids[1] > 3 && ids[2] > 3)
  const contents = async () => Promise.all(CONTENTS.map(async (_content, at) => (await postOf(site, `T${at}`)).content))
  const imported = await contents()
  for (const [at, content] of CONTENTS.entries()) t.equal(imported[at], withIds(content, ids), content)
  const versions = async () =>
    (await postsIn(store).find({ where: wherePosts.ne('id', 0) })).records.map(each => each.version)
  const before = await versions()
  await importText(site, text)
  t.same(await contents(), imported)
  t.same(await versions(), before, 'a second import changes nothing')
})

t.test('ids that two files exchange are exchanged', async t => {
  const { site } = await mediaSite()
  await importText(site, picture(2) + picture(1))
  await site.content.media.delete((await postOf(site, 'P1')).id, { as: site.system })
  await site.content.posts.create({ title: 'In its place' }, { as: site.system })
  await importText(site, picture(1) + picture(2) + post('T', 50, '[gallery ids="1,2,1"] <img class="wp-image-2"/>'))
  const [one, two] = [(await postOf(site, 'P1')).id, (await postOf(site, 'P2')).id]
  t.equal((await postOf(site, 'T')).content, `[gallery ids="${one},${two},${one}"] <img class="wp-image-${two}"/>`)
})

t.test('hostile contents take linear time', async t => {
  const parts = [
    '[gallery ids="',
    '[gallery ids=1',
    '<img ',
    'class="wp-image-1',
    "id='",
    '<!-- wp:image {"id":',
    '{"a":"\\\\',
    '1,',
  ]
  const deep = `<!-- wp:image {"x":${'['.repeat(300)}${']'.repeat(300)},"id":1} /-->`
  const importing = async (times: number) => {
    const { site } = await mediaSite()
    await site.content.posts.create({ title: 'A' }, { as: site.system })
    const texts = parts.map((part, at) => post(`H${at}`, 200 + at, `[gallery ${part.repeat(times)}`))
    return async () => {
      await importText(site, picture(1) + texts.join('') + post('Deep', 300, deep))
      const { id } = await postOf(site, 'P1')
      assert.equal((await postOf(site, 'Deep')).content, deep.replace('"id":1', `"id":${id}`))
    }
  }
  t.equal(await grows(importing, 100_000), undefined)
})

const galleriesPicture = (id: number, parent: number, url = `https://old.example/uploads/p${id}.jpg`) =>
  item({
    title: `P${id}`,
    post_id: id,
    post_parent: parent,
    post_type: 'attachment',
    status: 'inherit',
    attachment_url: url,
  })

t.test('galleries show imported images whose files stay where they are', async t => {
  const { site, send } = await mediaSite()
  const post = (id: number, content: string) =>
    item({ title: 'G', post_id: id, status: 'publish', post_type: 'post', content })
  await importText(
    site,
    post(50, '[gallery]') +
      post(51, '[gallery ids="62,61" link="file"]') +
      galleriesPicture(61, 50) +
      galleriesPicture(62, 0) +
      galleriesPicture(63, 50, 'javascript:alert(1).jpg'),
  )
  const imagesOf = async (id: number) => {
    const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
    const { rendered } = (body as { content: { rendered: string } }).content
    t.notMatch(rendered, 'javascript')
    return [...rendered.matchAll(/<a href='([^']*)'><img[^>]* src="([^"]*)"/g)].map(([, link, src]) => [link, src])
  }
  const [first, second] = ['https://old.example/uploads/p61.jpg', 'https://old.example/uploads/p62.jpg']
  t.match(await imagesOf(50), [[/^https:\/\/site\.example\//, first]])
  t.same(await imagesOf(51), [
    [second, second],
    [first, first],
  ])
})

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
