import { postsIn, wherePosts } from '@platen/site'
import { defineBindingSource } from '@platen/site/extend'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'
import { compareRecorded, recordedSite, renderedBlock } from './recorded-site.js'

const { send } = await makeSite()

async function shown(footnotes: string, block = '<!-- wp:footnotes /-->', more: object = {}): Promise<string> {
  const body = { title: 'Post', status: 'publish', content: block, meta: { footnotes }, ...more }
  const { id } = (await send('POST /posts', { body })).body as { id: number }
  const query = 'password' in more ? '?password=open' : ''
  const answer = await send(`GET /posts/${id}${query}`, { as: 'anonymous' })
  return (answer.body as { content: { rendered: string } }).content.rendered.trim()
}

const NOTES = [
  { id: 'f1', content: 'First <em>note</em>' },
  { id: 'f2', content: 'Second' },
]
const first = '<li id="f1">First <em>note</em> <a href="#f1-link" aria-label="Jump to footnote reference 1">↩︎</a></li>'
const second = '<li id="f2">Second <a href="#f2-link" aria-label="Jump to footnote reference 2">↩︎</a></li>'

t.test('a post shows its footnotes', async t => {
  t.equal(await shown(JSON.stringify(NOTES)), `<ol class="wp-block-footnotes">${first}${second}</ol>`)
  t.equal(
    await shown(
      JSON.stringify(NOTES.slice(0, 1)),
      '<!-- wp:footnotes {"className":"z","textColor":"vivid-red","anchor":"notes"} /-->',
    ),
    `<ol class="z wp-block-footnotes has-text-color has-vivid-red-color" id="notes">${first}</ol>`,
  )
})

t.test('a value that is not a list of footnotes shows nothing', async t => {
  for (const json of ['', '[]', '{}', 'nonsense', '[{"x":1}]', '[{"id":1,"content":2}]', 'null'])
    t.equal(await shown(json), '', json)
})

t.test('footnotes contain no scripts', async t => {
  const html = await shown(
    JSON.stringify([{ id: 'a" onclick="x', content: '<script>x</script><a href="javascript:x">y</a>' }]),
  )
  t.notMatch(html, /<script|javascript:|" onclick/)
})

t.test('footnotes of a protected post need its password', async t => {
  const html = `<ol class="wp-block-footnotes">${first}${second}</ol>`
  t.equal(await shown(JSON.stringify(NOTES), '<!-- wp:footnotes /-->', { password: 'open' }), html)
  const loop =
    '<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template --><!-- wp:footnotes /--><!-- /wp:post-template --><!-- /wp:query -->'
  await send('POST /posts', {
    body: {
      title: 'Other',
      status: 'publish',
      password: 'other',
      meta: { footnotes: '[{"id":"o","content":"kanar"}]' },
    },
  })
  t.notMatch(await shown('', loop), 'kanar', 'in a list')
  t.notMatch(await shown('', loop, { password: 'open' }), 'kanar', 'in a list of a post with another password')
})

t.test('a list costs as many statements however many posts have footnotes', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++)
    await postsIn(made.store).insert(recordOf(`post-${number}`, { content: '<!-- wp:footnotes /-->' }))
  const one = await made.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await made.statements('GET /posts?per_page=20', 'anonymous'), one)
})

const made = await makeSite()
const { store, send: sendOnCommentPages } = made
const as = made.site.system
const { posts, comments } = made.site.content

const CONTENT =
  '<!-- wp:comments --><div><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->' +
  '<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous {"label":"<Older>"} />' +
  '<!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination --></div><!-- /wp:comments -->'
const post = await posts.create(
  { title: 'Talk', status: 'publish', content: CONTENT.replaceAll('} />', '} /-->') },
  { as },
)
for (let number = 1; number <= 5; number++) {
  const { id } = await comments.create({ post: post.id, content: `first ${number}`, author: 1 }, { as })
  if (number === 2) await comments.create({ post: post.id, parent: id, content: 'reply', author: 1 }, { as })
}

async function shownOnCommentPages(query = ''): Promise<string> {
  const { status, body } = await sendOnCommentPages(`GET /posts/${post.id}?_fields=content,link${query}`)
  t.equal(status, 200)
  return (body as { content: { rendered: string } }).content.rendered
}
const textsIn = (html: string) => [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)
const { link } = (await sendOnCommentPages(`GET /posts/${post.id}`)).body as { link: string }
const hrefOf = (page: number) => `${link}${link.includes('?') ? '&#038;' : '?'}cpage=${page}#comments`

t.test('a post shows all its comments on one page unless the site divides them', async t => {
  const html = await shownOnCommentPages('&cpage=2')
  t.equal(textsIn(html).length, 6)
  t.notMatch(html, 'pagination')
})

t.test('the newest page comes first, with links to the others', async t => {
  await store.options.set('page_comments', true)
  await store.options.set('comments_per_page', 2)
  const last = await shownOnCommentPages()
  t.same(textsIn(last), ['first 5'])
  t.match(
    last,
    `<a href="${hrefOf(2)}" class="wp-block-comments-pagination-previous"><span class='wp-block-comments-pagination-previous-arrow is-arrow-arrow' aria-hidden='true'>←</span>&lt;Older&gt;</a>`,
  )
  t.match(last, '<div class="wp-block-comments-pagination-numbers">')
  t.match(last, `<a class="page-numbers" href="${hrefOf(1)}">1</a>`)
  t.match(last, '<span aria-current="page" class="page-numbers current">3</span>')
  t.notMatch(last, 'pagination-next')

  const first = await shownOnCommentPages('&cpage=1')
  t.same(textsIn(first), ['first 1', 'first 2', 'reply'], 'replies stay with what they answer')
  t.match(first, `<a href="${hrefOf(2)}" class="wp-block-comments-pagination-next">Newer Comments<span`)
  t.notMatch(first, 'pagination-previous')
})

t.test('the oldest page comes first if the site says so', async t => {
  await store.options.set('default_comments_page', 'oldest')
  t.same(textsIn(await shownOnCommentPages()), ['first 1', 'first 2', 'reply'])
  t.same(textsIn(await shownOnCommentPages('&cpage=2')), ['first 3', 'first 4'])
})

t.test('pages that do not exist are the first one', async t => {
  for (const page of ['0', '-1', '4', '1.5', 'x', '', '9'.repeat(400), '1&cpage=2x'])
    t.same(textsIn(await shownOnCommentPages(`&cpage=${page}`)), ['first 1', 'first 2', 'reply'], page)
  for (const perPage of [0, -5, 50, 'x']) {
    await store.options.set('comments_per_page', perPage)
    t.equal(textsIn(await shownOnCommentPages()).length, 6, String(perPage))
  }
})

const register: TestSiteOptions['register'] = site => {
  site.registerMeta({ object: 'post', subtype: 'post', key: 'subtitle', type: 'string', single: true, default: 'None' })
  site.registerMeta({ object: 'post', subtype: 'post', key: 'hidden', type: 'string', single: true, showInRest: false })
  site.registerBindingSource(
    defineBindingSource({
      name: 'garden/page-title',
      async load(uses, { site }) {
        const slugs = [...new Set(uses.map(({ args }) => String(args['slug'])))].slice(0, 100)
        const { records } = await postsIn(site.store).find({
          where: wherePosts.and(wherePosts.eq('type', 'page'), wherePosts.in('slug', slugs)),
        })
        return new Map(records.map(({ slug, title }) => [slug, title]))
      },
      value: ({ args }, titles) => titles.get(String(args['slug'])),
    }),
  )
}

const bound = (source: string, args: object, saved = 'saved') => {
  const metadata = { bindings: { content: { source, args } } }
  return `<!-- wp:list-item ${JSON.stringify({ metadata })} --><li>${saved}</li><!-- /wp:list-item -->`
}
const subtitle = bound('core/post-meta', { key: 'subtitle' })

async function posted({ send }: TestSite, content: string, more: object = {}): Promise<number> {
  const { body } = await send('POST /posts', { body: { title: 'Post', status: 'publish', content, ...more } })
  return (body as { id: number }).id
}

async function shownWithBindings({ send }: TestSite, id: number, as = 'anonymous', query = ''): Promise<string> {
  const { body } = await send(`GET /posts/${id}${query}`, { as })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

const siteWithBindings = await makeSite({ register })

t.test('blocks show the meta of their post', async t => {
  const own = await posted(siteWithBindings, subtitle, { meta: { subtitle: 'My <b>own</b><script>x</script>' } })
  t.equal(await shownWithBindings(siteWithBindings, own), '<li>My <b>own</b>x</li>')
  t.equal(await shownWithBindings(siteWithBindings, await posted(siteWithBindings, subtitle)), '<li>None</li>')
  for (const key of ['hidden', '_edit_lock', 'unknown', undefined])
    t.equal(
      await shownWithBindings(siteWithBindings, await posted(siteWithBindings, bound('core/post-meta', { key }))),
      '<li>saved</li>',
      String(key),
    )
})

t.test('the meta of a protected post needs its password', async t => {
  const id = await posted(siteWithBindings, subtitle, { password: 'open', meta: { subtitle: 'Secret' } })
  t.equal(await shownWithBindings(siteWithBindings, id, 'anonymous', '?password=open'), '<li>Secret</li>')
  t.equal(await shownWithBindings(siteWithBindings, id, 'administrator', '?context=edit'), '<li>saved</li>')
})

t.test('blocks show the date and the URL of their post', async t => {
  const content = ['date', 'modified', 'link', 'title'].map(field => bound('core/post-data', { field })).join('')
  const id = await posted(siteWithBindings, content, { date: '2024-05-01T10:00:00' })
  const [date, modified, link, title] = (await shownWithBindings(siteWithBindings, id))
    .split('</li>')
    .map(each => each.replace('<li>', ''))
  t.equal(date, '2024-05-01T10:00:00+00:00')
  t.equal(modified, '', 'it has not changed since')
  await siteWithBindings.send(`PUT /posts/${id}`, { body: { title: 'Changed' } })
  t.match(
    (await shownWithBindings(siteWithBindings, id)).split('</li>')[1],
    /^<li>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
  )
  t.match(link, /^https:\/\/site\.example\/2024\/05\/01\/post/)
  t.equal(title, 'saved')
})

t.test('a site has custom sources', async t => {
  await siteWithBindings.send('POST /pages', { body: { title: 'Tools', slug: 'tools', status: 'publish' } })
  const content = bound('garden/page-title', { slug: 'tools' }) + bound('garden/page-title', { slug: 'none' })
  t.equal(
    await shownWithBindings(siteWithBindings, await posted(siteWithBindings, content)),
    '<li>Tools</li><li>saved</li>',
  )
})

t.test('synced patterns show the meta of the surrounding post, and its overrides', async t => {
  const name = { name: 'Text', bindings: { __default: { source: 'core/pattern-overrides' } } }
  const content = `${subtitle}<!-- wp:list-item ${JSON.stringify({ metadata: name })} --><li>old</li><!-- /wp:list-item -->`
  const { body } = await siteWithBindings.send('POST /blocks', {
    body: { title: 'Pattern', status: 'publish', content },
  })
  const ref = (body as { id: number }).id
  const use = (given: object) => `<!-- wp:block ${JSON.stringify({ ref, content: given })} /-->`
  const id = await posted(
    siteWithBindings,
    use({ Text: { content: 'one' } }) + use({ Text: { content: '<i>two</i>' } }) + use({}),
    {
      meta: { subtitle: 'Mine' },
    },
  )
  const mine = '<li>Mine</li>'
  t.equal(
    await shownWithBindings(siteWithBindings, id),
    `${mine}<li>one</li>${mine}<li><i>two</i></li>${mine}<li>old</li>`,
  )
})

t.test('a list costs as many statements however many posts have bound blocks', async t => {
  const counting = await countingSite(t)
  const content = subtitle + bound('core/post-data', { field: 'link' })
  for (let number = 0; number < 20; number++)
    await postsIn(counting.store).insert(recordOf(`post-${number}`, { content }))
  const one = await counting.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await counting.statements('GET /posts?per_page=20', 'anonymous'), one)
})

t.test('links to profiles match the reference', t => compareRecorded(t, 'social'))

t.test('email addresses become mailto links, and other schemes no link', async t => {
  const made = await recordedSite()
  const hrefOf = async (url: string) => {
    const html = await renderedBlock(made, `<!-- wp:social-link ${JSON.stringify({ url, service: 'mail' })} /-->`)
    return /href="([^"]*)"/.exec(html)?.[1]
  }
  t.equal(await hrefOf('me@example.com'), 'mailto:me@example.com')
  t.equal(await hrefOf('javascript:alert(1)'), '')
  t.equal(await hrefOf(' JaVaScRiPt:alert(1)'), '')
  t.equal(await hrefOf('data:text/html,x'), '')
  t.equal(await hrefOf('example.com/"onclick="x'), 'https://example.com/&quot;onclick=&quot;x')
})
