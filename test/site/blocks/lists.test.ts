import { assignmentsIn, type PostRecord, postsIn, termsIn } from '@platen/site'
import t from 'tap'
import { processorTime } from '../../growth.js'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'
import { compareRecorded, recordedSite, renderedBlock } from './recorded-site.js'

interface Shown {
  readonly id: number
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

const CATEGORY = 1
const latest = (attributes: object = {}): string => `<!-- wp:latest-posts ${JSON.stringify(attributes)} /-->`
const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

/** Posts as the reference server was asked about; the list shows the published ones, the newest first. */
const POSTS: readonly Partial<PostRecord>[] = [
  {
    title: `Old & "quoted" <b>bold</b> it's`,
    slug: 'old',
    content: paragraph('one '.repeat(70)),
    date: '2020-01-05T10:00:00',
  },
  { title: '', slug: 'untitled', content: 'Plain text\n\nwith "two" paragraphs.', date: '2020-02-05T10:00:00' },
  { title: 'With excerpt', slug: 'excerpt', excerpt: 'Own "excerpt" <b>bold</b> & more', date: '2020-03-05T10:00:00' },
  { title: 'Protected', slug: 'protected', content: 'Secret', password: 'x', date: '2020-04-05T10:00:00' },
  { title: 'Private', slug: 'private', status: 'private', date: '2020-05-05T10:00:00' },
  { title: 'Draft', slug: 'draft', status: 'draft', date: '2020-05-06T10:00:00' },
  { title: 'Trash', slug: 'trash', status: 'trash', date: '2020-05-07T10:00:00' },
  { title: 'New', slug: 'new', content: paragraph('"New"'), date: '2020-06-05T10:00:00' },
]

async function filledSite(): Promise<TestSite> {
  const made = await makeSite()
  for (const { date = '', ...post } of POSTS) {
    const { id } = await postsIn(made.store).insert(recordOf(post.title ?? '', { ...post, date, dateGmt: date }))
    await assignmentsIn(made.store).insert({ object: id, term: CATEGORY, position: 0 })
  }
  return made
}

/** What a page that holds some content shows to a role. */
async function rendered({ send }: TestSite, content: string, as = 'anonymous'): Promise<string> {
  const { body } = await send('POST /pages', { body: { title: 'List', content, status: 'publish' } })
  const { id } = body as Shown
  return ((await send(`GET /pages/${id}`, { as })).body as Shown).content.rendered
}

const LIST =
  '<ul class="wp-block-latest-posts__list wp-block-latest-posts is-layout-flow wp-block-latest-posts-is-layout-flow">'
const link = (slug: string, date: string, title: string): string =>
  `<a class="wp-block-latest-posts__post-title" href="https://site.example/${date}/${slug}/">${title}</a>`
const OLD_TITLE = 'Old &#038; &#8220;quoted&#8221; <b>bold</b> it&#8217;s'
const LINKS = {
  new: link('new', '2020/06/05', 'New'),
  protected: link('protected', '2020/04/05', 'Protected: Protected'),
  excerpt: link('excerpt', '2020/03/05', 'With excerpt'),
  untitled: link('untitled', '2020/02/05', '(no title)'),
  old: link('old', '2020/01/05', OLD_TITLE),
}
const items = (...all: string[]): string => all.map(item => `<li>${item}</li>\n`).join('')

t.test('published posts are listed, the newest first, for every reader', async t => {
  const made = await filledSite()
  await made.send('POST /settings', { body: {} })
  const expected = `${LIST}${items(LINKS.new, LINKS.protected, LINKS.excerpt, LINKS.untitled, LINKS.old)}</ul>`
  for (const role of ['anonymous', 'subscriber', 'administrator'])
    t.equal(await rendered(made, latest(), role), expected)
})

t.test('attributes choose, order and complete the posts', async t => {
  const made = await filledSite()
  const show = (attributes: object) => rendered(made, latest(attributes))
  t.equal(await show({ postsToShow: 2 }), `${LIST}${items(LINKS.new, LINKS.protected)}</ul>`)
  t.equal(await show({ postsToShow: 2.5 }), `${LIST}${items(LINKS.new, LINKS.protected)}</ul>`)
  t.equal(await show({ postsToShow: 1, order: 'asc' }), `${LIST}${items(LINKS.old)}</ul>`)
  t.equal(await show({ postsToShow: 1, order: 'junk', orderBy: 'constructor' }), `${LIST}${items(LINKS.new)}</ul>`)
  t.equal(await show({ postsToShow: 1, orderBy: 'title' }), `${LIST}${items(LINKS.excerpt)}</ul>`)
  t.equal(await show({ selectedAuthor: 99_999 }), `${LIST}</ul>`)
  t.equal(await show({ categories: [{ id: 99_999 }] }), `${LIST}</ul>`)
  t.equal(await show({ categories: [{ id: CATEGORY }], postsToShow: 1 }), `${LIST}${items(LINKS.new)}</ul>`)
  t.match(await show({ postsToShow: -1 }), /Old/)
  t.match(await show({ postsToShow: 0 }), /Old/)
  t.match(
    await show({ displayPostDate: true, displayAuthor: true, postsToShow: 1 }),
    '<ul class="wp-block-latest-posts__list has-dates has-author wp-block-latest-posts is-layout-flow wp-block-latest-posts-is-layout-flow">' +
      `<li>${LINKS.new}<div class="wp-block-latest-posts__post-author">by admin</div>` +
      '<time datetime="2020-06-05T10:00:00+00:00" class="wp-block-latest-posts__post-date">June 5, 2020</time></li>\n</ul>',
  )
})

t.test('texts are shown as excerpts or in full, except protected ones', async t => {
  const made = await filledSite()
  const excerpt = (html: string) => `<div class="wp-block-latest-posts__post-excerpt">${html}</div>`
  const full = (html: string) => `<div class="wp-block-latest-posts__post-full-content">${html}</div>`
  const more =
    '<a class="wp-block-latest-posts__read-more" href="https://site.example/2020/01/05/old/" rel="noopener">Read more' +
    '<span class="screen-reader-text">: Old &#038; &#8220;quoted&#8221; &lt;b&gt;bold&lt;/b&gt; it&#8217;s</span></a>'
  t.equal(
    await rendered(made, latest({ displayPostContent: true, excerptLength: 3 })),
    `${LIST}${items(
      LINKS.new + excerpt('&#8220;New&#8221;'),
      LINKS.protected + excerpt('This content is password protected.'),
      LINKS.excerpt + excerpt('Own &#8220;excerpt&#8221; <b>bold</b> &#038; more'),
      LINKS.untitled +
        excerpt(
          `Plain text with… ${more}`
            .replace(/href="[^"]*"/, 'href="https://site.example/2020/02/05/untitled/"')
            .replace(/: Old.*(?=<\/span>)/, ': (no title)'),
        ),
      LINKS.old + excerpt(`one one one… ${more}`),
    )}</ul>`,
  )
  t.equal(
    await rendered(made, latest({ displayPostContent: true, displayPostContentRadio: 'full_post', postsToShow: 2 })),
    `${LIST}${items(
      LINKS.new + full('\n<p class="wp-block-paragraph">&#8220;New&#8221;</p>\n'),
      LINKS.protected + full('This content is password protected.'),
    )}</ul>`,
  )
})

t.test('a list that shows itself ends within itself', async t => {
  const { send } = await makeSite()
  const content = latest({ displayPostContent: true, displayPostContentRadio: 'full_post' })
  const made = await send('POST /posts', { body: { title: 'Nested', content, status: 'publish' } })
  const { id } = made.body as Shown
  const html = ((await send(`GET /posts/${id}`)).body as Shown).content.rendered
  t.equal(html.split('<ul').length, 3, 'a list within the list')
  t.match(html, '<div class="wp-block-latest-posts__post-full-content"></div>')
})

t.test('lists that show each other stay small', async t => {
  const { send, store } = await makeSite()
  const content = latest({ displayPostContent: true, displayPostContentRadio: 'full_post', postsToShow: 100 })
  for (let number = 0; number < 60; number++) await postsIn(store).insert(recordOf(`post-${number}`, { content }))
  const started = processorTime()
  const { status, body } = await send('GET /posts?per_page=2')
  t.equal(status, 200)
  t.ok(processorTime() - started < 10_000)
  for (const { content } of body as Shown[]) t.ok(content.rendered.length < 4_000_000, String(content.rendered.length))
})

t.test('the list has colors, spacing, alignment, classes and grids', async t => {
  const made = await makeSite()
  const head = async (attributes: object) => (await rendered(made, latest(attributes))).split('>')[0]
  t.equal(
    await head({ align: 'wide', className: 'my-class', anchor: 'abc' }),
    '<ul class="wp-block-latest-posts__list alignwide my-class wp-block-latest-posts is-layout-flow wp-block-latest-posts-is-layout-flow" id="abc"',
  )
  t.equal(
    await head({
      textColor: 'red',
      backgroundColor: 'blue',
      fontSize: 'large',
      style: {
        color: { text: '#123456', background: '#abcdef' },
        typography: { fontSize: '20px', lineHeight: '2' },
        spacing: { padding: { top: '1px' }, margin: { top: '2px' } },
      },
    }),
    '<ul style="line-height:2;padding-top:1px;margin-top:2px" class="wp-block-latest-posts__list wp-block-latest-posts has-text-color has-red-color has-background has-blue-background-color has-large-font-size is-layout-flow wp-block-latest-posts-is-layout-flow"',
  )
  t.equal(
    await head({ gradient: 'vivid', borderColor: 'red', style: { border: { width: '1px' } } }),
    '<ul style="border-width:1px" class="wp-block-latest-posts__list wp-block-latest-posts has-background has-vivid-gradient-background has-border-color has-red-border-color is-layout-flow wp-block-latest-posts-is-layout-flow"',
  )
  t.match(await head({ postLayout: 'grid', columns: 3 }), /__list is-grid columns-3 wp-block-latest-posts /)
  t.match(await head({ layout: { type: 'grid', columnCount: 2 } }), /__list is-grid columns-2 wp-block-latest-posts /)
  const hostile = await head({ className: '"><script>', anchor: '"x', style: { color: { text: 'url(javascript:x)' } } })
  t.notMatch(hostile, /<script|javascript/)
})

t.test('excerpts leave the list out', async t => {
  const { send } = await filledSite()
  const content = `${paragraph('Words')}\n\n${latest()}`
  const { body } = await send('POST /posts', { body: { title: 'x', content, status: 'publish' } })
  t.equal((body as Shown).excerpt.rendered, '<p>Words</p>\n')
})

t.test('a page with a list has no date of its last change: the list changes without it', async t => {
  const made = await filledSite()
  const { send } = made
  const page = async (content: string) => {
    const { body } = await send('POST /pages', { body: { title: 'x', content, status: 'publish' } })
    return (await send(`GET /pages/${(body as Shown).id}`, { as: 'anonymous' })).headers
  }
  t.ok((await page('words'))['Last-Modified'])
  const headers = await page(latest())
  t.notOk(headers['Last-Modified'])
  t.ok(headers['ETag'])
})

t.test('archives and calendars match the reference', t => compareRecorded(t, 'archives'))

t.test('drafts and private posts never count', async t => {
  const made = await recordedSite()
  for (const block of [
    '<!-- wp:archives {"showPostCounts":true} /-->',
    '<!-- wp:archives {"type":"alpha"} /-->',
    '<!-- wp:calendar {"year":2018,"month":1} /-->',
  ])
    t.notMatch(await renderedBlock(made, block), /Secret|2019|2018\/01/, block)
})

t.test('a site without posts', async t => {
  const made = await recordedSite()
  await postsIn(made.store).removeWhere({ op: 'eq', field: 'type', value: 'post' })
  t.match(await renderedBlock(made, '<!-- wp:archives /-->'), />No archives to show\.<\/div>/)
  t.equal(await renderedBlock(made, '<!-- wp:calendar /-->'), '<div class="wp-block-calendar"></div>')
})

t.test('many uses are bounded', async t => {
  const made = await recordedSite()
  for (const block of ['<!-- wp:calendar {"year":2020,"month":2} /-->', '<!-- wp:archives {"type":"daily"} /-->'])
    t.ok((await renderedBlock(made, block.repeat(5000))).length < 5_500_000, block)
})

t.test('lists of queried terms match the reference', t => compareRecorded(t, 'term-queries'))

const query = (termQuery: unknown, inner: string) =>
  `<!-- wp:terms-query ${JSON.stringify({ termQuery })} --><div><!-- wp:term-template -->${inner}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`
const NAME = '<!-- wp:term-name {"isLink":true} /-->'

t.test('invalid queries', async t => {
  const made = await recordedSite()
  for (const value of [null, 1, 'x', [], { taxonomy: 1, perPage: 'x', include: ['x', null, -1], orderBy: {} }])
    t.match(await renderedBlock(made, query(value, NAME)), /Alpha|^<div/, JSON.stringify(value))
})

t.test('terms of taxonomies that are not public are hidden', async t => {
  const made = await recordedSite()
  await made.send('POST /menus', { body: { name: 'Secret menu' } })
  t.notMatch(await renderedBlock(made, query({ taxonomy: 'nav_menu', hideEmpty: false }, NAME)), /Secret/)
})

t.test('descriptions are sanitized', async t => {
  const made = await recordedSite()
  await termsIn(made.store).update(made.ids.get('alpha') ?? 0, { description: '<b>B</b><script>alert(1)</script>' })
  const html = await renderedBlock(made, query({ taxonomy: 'category' }, '<!-- wp:term-description /-->'))
  t.match(html, /<b>B<\/b>/)
  t.notMatch(html, /<script/)
})

t.test('lists of terms match the reference', t => compareRecorded(t, 'terms'))

t.test('terms of taxonomies that are not public are hidden', async t => {
  const made = await recordedSite()
  await made.send('POST /menus', { body: { name: 'Secret menu' } })
  for (const block of [
    '<!-- wp:categories {"taxonomy":"nav_menu","showEmpty":true} /-->',
    '<!-- wp:categories {"taxonomy":"nav_menu","showEmpty":true,"displayAsDropdown":true} /-->',
    '<!-- wp:tag-cloud {"taxonomy":"nav_menu"} /-->',
  ])
    t.notMatch(await renderedBlock(made, block), /Secret/, block)
})

t.test('restricted terms are shown to users who may read them', async t => {
  const made = await recordedSite({
    register: site => {
      site.registerTaxonomy('clearance', { objectTypes: ['post'], restricted: true })
    },
  })
  await termsIn(made.store).insert({
    taxonomy: 'clearance',
    name: 'Secret',
    slug: 'secret',
    description: '',
    parent: 0,
    group: 0,
    count: 1,
  })
  const { id } = await postsIn(made.store).insert(
    recordOf('shown', {
      content: '<!-- wp:categories {"taxonomy":"clearance"} /--><!-- wp:tag-cloud {"taxonomy":"clearance"} /-->',
    }),
  )
  const shown = async (as: string) => JSON.stringify((await made.send(`GET /posts/${id}`, { as })).body)
  t.match(await shown('administrator'), /Secret/)
  t.notMatch(await shown('anonymous'), /Secret/)
})

t.test('loops of parents end', async t => {
  const made = await recordedSite()
  const [alpha, gamma] = [made.ids.get('alpha') ?? 0, made.ids.get('gamma') ?? 0]
  await termsIn(made.store).update(alpha, { parent: gamma })
  const html = await renderedBlock(made, '<!-- wp:categories {"showHierarchy":true,"showPostCounts":true} /-->')
  t.match(html, /No categories|Uncategorized/)
})
