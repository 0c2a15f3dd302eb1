import { postsIn } from '@platen/site'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSiteOptions } from '../make-site.js'

interface Shown {
  readonly id: number
  readonly content: { readonly rendered: string }
}

const loop = (query: object, after = ''): string => {
  const attributes = { queryId: 3, query: { perPage: 10, postType: 'post', inherit: false, ...query } }
  const template = '<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->'
  return `<!-- wp:query ${JSON.stringify(attributes)} --><div>${template}${after}</div><!-- /wp:query -->`
}

const titlesIn = (html: string): string =>
  [...html.matchAll(/post-title">(.*?)</g)].map(([, title]) => title?.slice(0, 1)).join('')

/** Posts A to D, of which D shows the query, and pages P to S below one another. */
async function makePosts(options: TestSiteOptions = {}) {
  const { send, ...made } = await makeSite(options)
  const create = async (path: string, body: object): Promise<number> =>
    ((await send(`POST /${path}`, { body: { status: 'publish', ...body } })).body as Shown).id
  const tag = ((await send('POST /tags', { body: { name: 'One' } })).body as Shown).id
  const other = ((await send('POST /tags', { body: { name: 'Two' } })).body as Shown).id
  const post = (title: string, day: number, body: object) =>
    create('posts', { title, date: `2018-01-0${day}T00:00:00`, tags: [tag], ...body })
  const A = await post('A alpha', 1, { format: 'aside' })
  const B = await post('B beta', 2, { format: 'gallery', tags: [tag, other] })
  const C = await post('C alpha beta', 3, { sticky: true })
  const D = await post('D', 4, {})
  const page = (title: string, day: number, parent: number) =>
    create('pages', { title, parent, date: `2017-01-0${day}T00:00:00` })
  const P = await page('P', 1, 0)
  const Q = await page('Q', 2, P)
  await page('R', 3, P)
  await page('S', 4, Q)
  const shown = async (content: string, on = `posts/${D}`, as = 'administrator'): Promise<string> => {
    await send(`POST /${on}`, { body: { content } })
    return ((await send(`GET /${on}`, { as })).body as Shown).content.rendered
  }
  return { ...made, send, shown, ids: { tag, other, A, B, C, D, P, Q } }
}

t.test('a query lists the posts that the reference server lists', async t => {
  const { shown, ids } = await makePosts()
  const { tag, other, A, C, P, Q } = ids
  const tagged = { taxQuery: { post_tag: [tag] } }
  const cases: readonly (readonly [name: string, query: object, titles: string, on?: string])[] = [
    ['all, the sticky first', {}, 'CDBA'],
    ['those with a tag', tagged, 'DCBA'],
    ['without the post around', { ...tagged, excludeCurrent: true }, 'CBA'],
    ['without the post around, as a number', { ...tagged, excludeCurrent: A }, 'CBA'],
    ['without the post around, as a text', { ...tagged, excludeCurrent: 'false' }, 'CBA'],
    ...[false, null, '0', '', [], {}].map(
      excludeCurrent =>
        [`with the post around: ${JSON.stringify(excludeCurrent)}`, { ...tagged, excludeCurrent }, 'DCBA'] as const,
    ),
    ['without the post around and another', { ...tagged, excludeCurrent: true, exclude: [A] }, 'CB'],
    ['without the post around, a full page', { ...tagged, excludeCurrent: true, perPage: 2 }, 'CB'],
    ['without the post around, after others', { ...tagged, excludeCurrent: true, offset: 1 }, 'BA'],
    ['without a sticky post around', { excludeCurrent: true }, 'DBA', `posts/${C}`],
    ['without a page that it does not list', { ...tagged, excludeCurrent: true }, 'DCBA', `pages/${P}`],
    [
      'pages below another without the one around',
      { postType: 'page', parents: [P], excludeCurrent: true },
      'R',
      `pages/${Q}`,
    ],
    ['pages below another', { postType: 'page', parents: [P] }, 'RQ'],
    ['pages below none', { postType: 'page', parents: [0] }, 'P'],
    ['pages below what is no number', { postType: 'page', parents: ['x'] }, 'P'],
    ['pages below another, with a sign', { postType: 'page', parents: [-P] }, 'RQ'],
    ['pages at any place', { postType: 'page' }, 'SRQP'],
    ...[undefined, null, false, 0, '0', '', [], {}].map(
      parents => [`pages below ${JSON.stringify(parents)}`, { postType: 'page', parents }, 'SRQP'] as const,
    ),
    ['sticky ones, never excluded', { sticky: 'only', exclude: [C] }, 'C'],
    ['sticky ones, not without the one around', { sticky: 'only', excludeCurrent: true }, 'C', `posts/${C}`],
    ['no sticky ones, without the post around', { ...tagged, sticky: 'exclude', excludeCurrent: true }, 'BA'],
    ['the posts of an author', { author: 1 }, 'DCBA'],
    ['the posts of authors', { author: '1' }, 'CDBA'],
    ['the posts of nobody', { ...tagged, author: 99 }, ''],
    ['the posts of nobody, with a sign', { ...tagged, author: '-99' }, ''],
    ['an older name of the authors', { ...tagged, authorIds: [99] }, 'DCBA'],
    ['a format', { format: ['aside'] }, 'A'],
    ['formats', { format: ['gallery', 'aside'] }, 'BA'],
    ['a format and a tag, sticky ones first', { ...tagged, format: ['aside'] }, 'CA'],
    ['the standard format', { format: ['standard'] }, 'DC'],
    ['a format that does not exist', { ...tagged, format: ['bogus'] }, 'DCBA'],
    ['a format as a text', { ...tagged, format: 'aside' }, 'DCBA'],
    ['without terms, sticky ones first', { taxQuery: { exclude: { post_tag: [other] } } }, 'CDA'],
    ['with and without terms', { taxQuery: { include: { post_tag: [tag] }, exclude: { post_tag: [other] } } }, 'DCA'],
    ['after others', { ...tagged, offset: 1, perPage: 2 }, 'CB'],
    ['after others without a size', { ...tagged, offset: 1, perPage: null }, 'DCBA'],
    ['the best matches first', { search: 'beta', orderBy: 'relevance' }, 'CBD'],
    ['matches by date', { search: 'beta' }, 'DCB'],
  ]
  for (const [name, query, titles, on] of cases)
    await t.test(name, async t => t.equal(titlesIn(await shown(loop(query), on)), titles))
})

const PARTS = [
  '<!-- wp:query-pagination -->',
  '<!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /-->',
  '<!-- /wp:query-pagination -->',
  '<!-- wp:query-total /-->',
  '<!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results -->',
].join('')

t.test('the blocks within a query leave out the post around it', async t => {
  const { shown, ids } = await makePosts()
  const query = { taxQuery: { post_tag: [ids.tag] }, excludeCurrent: true }
  const paged = await shown(loop({ ...query, perPage: 1 }, PARTS))
  t.match(paged, '>3</a></div>')
  t.notMatch(paged, '>4</a>')
  t.match(paged, '3 results found')
  const none = await shown(loop({ ...query, exclude: [ids.A, ids.B, ids.C] }, PARTS))
  t.match(none, '<p>None</p>')
  const nested = `<!-- wp:post-title /-->${loop({ ...query, perPage: 9 })}`
  const outer = loop({ taxQuery: { post_tag: [ids.other] } }).replace('<!-- wp:post-title /-->', nested)
  t.equal(titlesIn(await shown(outer)), 'BDCA', 'a list within a list leaves out the post of the list around')
})

t.test('a list costs as many statements however many of its posts leave themselves out', async t => {
  const { store, statements } = await countingSite(t)
  const content = loop({ excludeCurrent: true, perPage: 3 }, PARTS)
  for (let number = 0; number < 30; number++) await postsIn(store).insert(recordOf(`post-${number}`, { content }))
  const one = await statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await statements('GET /posts?per_page=25', 'anonymous'), one)
})

t.test('a random order differs from one response to the next', async t => {
  const { shown, send, store, ids } = await makePosts({ cache: true })
  for (let number = 0; number < 30; number++) await postsIn(store).insert(recordOf(`post-${number}`, {}))
  const all = titlesIn(await shown(loop({ orderBy: 'rand', perPage: 50, sticky: 'ignore' }), undefined, 'anonymous'))
  t.equal(all.length, 34)
  const orders = new Set<string>()
  for (let time = 0; time < 3; time++) {
    const { body, headers } = await send(`GET /posts/${ids.D}`, { as: 'anonymous' })
    orders.add((body as Shown).content.rendered)
    t.equal(headers['Cache-Control'], 'no-store')
  }
  t.equal(orders.size, 3)
})

t.test('what a query cannot read as terms does not limit it', async t => {
  const { shown } = await makePosts()
  const values: readonly unknown[] = [
    'text',
    '[1]',
    '',
    7,
    true,
    [1, 2],
    [['post_tag']],
    { post_tag: 'x' },
    { post_tag: { 0: 'x' } },
    { post_tag: [null, {}, [], 'x', -1, 1.5, 1e300, '9'.repeat(400)] },
    { include: 'x', exclude: 'y' },
    { include: { post_tag: 'x' }, exclude: [1] },
    { include: null, exclude: { post_tag: null } },
    { ' ': [1], "it's": [1], ['x'.repeat(1000)]: [1] },
    JSON.parse('{"__proto__":[1],"constructor":[1]}'),
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`t${i}`, [i]])),
  ]
  for (const taxQuery of values)
    t.equal(
      [...titlesIn(await shown(loop({ taxQuery, sticky: 'ignore' })))].sort().join(''),
      'ABCD',
      JSON.stringify(taxQuery).slice(0, 60),
    )
})

t.test('what a template repeats has the classes of its look', async t => {
  const { shown } = await makePosts()
  const style = { elements: { link: { color: { text: '#00aa00' } } }, layout: { columnSpan: 2 }, css: 'color:red' }
  const layout = { type: 'grid', columnCount: 2, minimumColumnWidth: '12rem' }
  const content = loop({ perPage: 2 }).replace(
    'wp:post-template',
    `wp:post-template ${JSON.stringify({ style, layout })}`,
  )
  const html = (await shown(content)).replace(/(-is-layout-|wp-container-content-|wp-custom-css-)[\da-f]{8}/g, '$1x')
  const list =
    'has-link-color columns-2 has-native-responsive-grid wp-elements-1 wp-custom-css-x wp-block-post-template wp-container-content-x is-layout-grid wp-container-core-post-template-is-layout-x wp-block-post-template-is-layout-grid has-custom-css'
  t.ok(html.includes(`<ul class="${list}">`), html)
  const titles = [...html.matchAll(/<h2 class="([^"]*)"/g)].map(([, classes]) => classes)
  const title = 'wp-block-post-title wp-elements-1 wp-container-content-x has-custom-css wp-custom-css-x'
  t.strictSame(titles, [title, title])
})
