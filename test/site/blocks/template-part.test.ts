import { postsIn, themeOf } from '@platen/site'
import t from 'tap'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'

const use = (attributes: object) => `<!-- wp:template-part ${JSON.stringify(attributes)} /-->`
const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
const html = (text: string) => `<p class="wp-block-paragraph">${text}</p>`
const around = (tag: string, inner: string, classes = '') =>
  `<${tag} class="${classes}wp-block-template-part">${inner}</${tag}>`

const theme = themeOf('garden', {
  'style.css': '/* Theme Name: Garden */',
  'theme.json': JSON.stringify({
    version: 3,
    templateParts: [
      { name: 'top', title: 'Top', area: 'header' },
      { name: 'end', title: 'End', area: 'footer' },
      { name: 'side', title: 'Side', area: 'nonsense' },
    ],
  }),
  'templates/index.html': '',
  'parts/top.html': paragraph('Top'),
  'parts/end.html': paragraph('End'),
  'parts/side.html': paragraph('Side'),
  'parts/loop.html': paragraph('Once') + use({ slug: 'loop' }),
  'parts/ping.html': paragraph('Ping') + use({ slug: 'pong' }),
  'parts/pong.html': paragraph('Pong') + use({ slug: 'ping' }),
  'parts/both.html': use({ slug: 'top' }) + use({ slug: 'end' }),
  'parts/title.html': '<!-- wp:post-title /-->',
  'parts/pattern.html': '<!-- wp:pattern {"slug":"garden/hero"} /-->',
  'patterns/hero.php': `<?php /* Title: T\nSlug: garden/hero */ ?>${paragraph('Hero')}`,
})

async function site(): Promise<TestSite> {
  const made = await makeSite({ themes: [theme] })
  await made.store.options.set('stylesheet', 'garden')
  return made
}

async function rendered({ send, store }: TestSite, content: string, as = 'anonymous'): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content, title: 'The title' }))
  const { body } = await send(`GET /posts/${id}`, { as })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('a part is shown in the element of its area', async t => {
  const made = await site()
  for (const [attributes, expected] of [
    [{ slug: 'top' }, around('header', html('Top'))],
    [{ slug: 'end', theme: 'garden', area: 'header' }, around('footer', html('End'))],
    [{ slug: 'side' }, around('div', html('Side'))],
    [{ slug: 'top', tagName: 'section' }, around('section', html('Top'))],
    [{ slug: 'top', tagName: 'script' }, around('div', html('Top'))],
    [{ slug: 'top', align: 'wide', className: 'x' }, around('header', html('Top'), 'alignwide x ')],
    [{ slug: 'top', theme: 'platen' }, ''],
    [{ slug: 'nothing' }, ''],
    [{ slug: '../templates/index' }, ''],
    [{ slug: 7 }, ''],
    [{}, ''],
    [{ slug: 'loop' }, around('div', html('Once') + around('div', ''))],
    [{ slug: 'ping' }, around('div', html('Ping') + around('div', html('Pong') + around('div', '')))],
    [{ slug: 'both' }, around('div', around('header', html('Top')) + around('footer', html('End')))],
    [{ slug: 'pattern' }, around('div', html('Hero'))],
  ] as const)
    t.equal(await rendered(made, use(attributes)), expected, JSON.stringify(attributes))
  t.match(await rendered(made, use({ slug: 'title' })), />The title</, 'blocks in it show the post around')
})

t.test('a part that was changed is shown, a draft is not', async t => {
  const made = await site()
  const put = await made.send('PUT /template-parts/garden//top', { body: { content: paragraph('Changed') } })
  t.equal(put.status, 200)
  t.equal(await rendered(made, use({ slug: 'top' })), around('header', html('Changed')))
  const { wp_id: id } = put.body as { wp_id: number }
  await postsIn(made.store).update(id, { status: 'draft' })
  for (const as of ['anonymous', 'administrator'])
    t.equal(await rendered(made, use({ slug: 'top' }), as), around('header', html('Top')), as)
  await made.send('DELETE /template-parts/garden//top?force=true')
  t.equal(await rendered(made, use({ slug: 'top' })), around('header', html('Top')))
})

t.test('many different parts in a post cost a bounded query', async t => {
  const made = await site()
  const uses = Array.from({ length: 3000 }, (_, i) => use({ slug: `no-${i}` })).join('')
  t.equal(await rendered(made, use({ slug: 'top' }) + uses), around('header', html('Top')))
})

t.test('the block type names the areas and the parts of the active theme as variations', async t => {
  const made = await site()
  const variations = async () =>
    (
      (await made.send('GET /block-types/core/template-part?context=edit')).body as {
        readonly variations: readonly Readonly<Record<string, unknown>>[]
      }
    ).variations
  const names = async () => (await variations()).map(({ name }) => name)
  const files = ['top', 'end', 'side', 'loop', 'ping', 'pong', 'both', 'title', 'pattern']
  t.same(new Set(await names()), new Set(['area_header', 'area_footer', ...files.map(slug => `instance_${slug}`)]))
  const create = (body: object) => made.send('POST /template-parts', { body })
  t.equal((await create({ slug: 'new', title: 'New', description: 'Own', area: 'footer', content: 'x' })).status, 201)
  const found = await variations()
  t.match(found[0], { name: 'area_header', attributes: { area: 'header' }, scope: [], icon: 'header' })
  t.match(found[1], { name: 'area_footer', attributes: { area: 'footer' }, scope: [], icon: 'footer' })
  const attributes = { slug: 'new', theme: 'garden', area: 'footer' }
  t.same(found[2], {
    name: 'instance_new',
    title: 'New',
    description: 'Own',
    attributes,
    scope: ['inserter'],
    icon: 'footer',
    example: { attributes },
  })
  const side = found.find(({ name }) => name === 'instance_side')
  t.match(side, { attributes: { slug: 'side', theme: 'garden', area: 'uncategorized' }, icon: 'layout' })
  const draft = await postsIn(made.store).find({ where: { op: 'eq', field: 'slug', value: 'new' } })
  for (const post of draft.records) await postsIn(made.store).update(post.id, { status: 'draft' })
  t.notOk((await names()).includes('instance_new'))
})
