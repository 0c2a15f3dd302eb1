import { usersIn } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { element, item } from '../export-text.js'
import { newSite } from '../new-site.js'
import { importText, postOf, termOf } from './imported.js'

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
