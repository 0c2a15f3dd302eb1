import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { postsIn } from '@platen/site'
import { type defineBlock, RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite } from '../make-site.js'
import { compareRecorded, recordedSite, renderedBlock } from './recorded-site.js'
import { EVERY_BLOCK } from './used-blocks.js'

const SEASON = {
  $schema: 'https://schemas.example/block.json',
  apiVersion: 3,
  name: 'garden/season',
  title: 'Season',
  attributes: { month: { type: 'integer', default: 1 }, note: { type: 'string', source: 'html', selector: 'p' } },
  supports: { anchor: true },
  editorScript: 'file:./index.js',
  render: 'file:./render.php',
  __experimentalFlag: true,
}
const BED = { name: 'garden/bed', title: 'Bed', keywords: ['row'] }

const render: ReturnType<typeof defineBlock>['render'] = ({ month }) => `<p>${month}</p>`

const folders = { season: { 'block.json': JSON.stringify(SEASON) }, bed: { 'block.json': JSON.stringify(BED) } }

t.test('the block types of folders are registered when the site becomes ready', async t => {
  const folder = t.testdir({ ...folders, notes: { 'readme.md': '' }, 'file.txt': '' })
  const { site, send } = await makeSite({
    register: site => site.registerBlocksFrom(folder, { 'garden/season': { render } }),
  })
  await site.ready()
  t.same((await send('GET /block-types/garden?_fields=name,is_dynamic')).body, [
    { name: 'garden/bed', is_dynamic: false },
    { name: 'garden/season', is_dynamic: true },
  ])
  t.match((await send('GET /block-types/garden/season')).body, {
    title: 'Season',
    api_version: 3,
    attributes: { month: { type: 'integer', default: 1 }, anchor: { type: 'string' } },
    editor_script_handles: ['garden-season-editor-script'],
  })
  t.match((await send('GET /block-renderer/garden/season?context=edit&attributes[month]=5')).body, {
    rendered: '<p>5</p>',
  })
})

t.test('a folder may be that of one block type, and a URL', async t => {
  const folder = t.testdir({ 'a b': { 'block.json': JSON.stringify(BED), ...folders } })
  const { send } = await makeSite({
    register: site => site.registerBlocksFrom(pathToFileURL(join(folder, 'a b'))),
  })
  t.same((await send('GET /block-types/garden?_fields=name')).body, [{ name: 'garden/bed' }])
})

const WRONG: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['no JSON', '{', /block\.json is not valid JSON/],
  ['no object', '[]', /block\.json is not a JSON object/],
  ['no name', '{}', /block\.json: "name" is missing/],
  ['an unknown key', JSON.stringify({ ...BED, atributes: {} }), /block\.json .*"atributes".*"attributes"/],
  ['a wrong title', JSON.stringify({ ...BED, title: 5 }), /block\.json: "title"/],
  ['wrong keywords', JSON.stringify({ ...BED, keywords: [{}] }), /block\.json: "keywords"\[0\]/],
  [
    'a wrong position',
    JSON.stringify({ ...BED, blockHooks: { 'a/b': 'inside' } }),
    /block\.json: "blockHooks"\[a\/b\]/,
  ],
  ['a wrong name', JSON.stringify({ ...BED, name: 'Bed' }), /block\.json: .*namespace\/name/],
  ['a wrong schema', JSON.stringify({ ...BED, attributes: { x: { type: 'text' } } }), /block\.json: the attribute "x"/],
  ['a script', JSON.stringify({ ...BED, render: 'file:./render.php' }), /block\.json: "render"/],
  ['variations in a file', JSON.stringify({ ...BED, variations: 'file:./more.php' }), /block\.json: "variations"/],
]

for (const [what, text, message] of WRONG) {
  t.test(`${what} stops the start`, async t => {
    const folder = t.testdir({ one: { 'block.json': text } })
    const { site } = await makeSite({ register: site => site.registerBlocksFrom(folder) })
    await t.rejects(site.ready(), { name: RegistrationError.name, message })
  })
}

t.test('a missing folder stops the start', async t => {
  const folder = t.testdir({ empty: {}, ...folders })
  for (const [path, code, message] of [
    [join(folder, 'nothing'), {}, /no folder/],
    [join(folder, 'empty'), {}, /no block\.json/],
    [join(folder, 'bed'), { 'garden/bet': { render } }, /no block type "garden\/bet"/],
  ] as const) {
    const { site } = await makeSite({ register: site => site.registerBlocksFrom(path, code) })
    await t.rejects(site.ready(), { name: RegistrationError.name, message })
  }
})

t.test('folders are registered before the site is ready', async t => {
  const { site } = await makeSite()
  await site.ready()
  t.throws(() => site.registerBlocksFrom(t.testdir(folders)), RegistrationError)
})

t.test('a list costs the same number of statements, however many of its posts contain the blocks', async t => {
  const made = await countingSite(t)
  const { store, send, statements } = made
  const parent = (await send('POST /categories', { body: { name: 'Parent' } })).body as { id: number }
  const child = (await send('POST /categories', { body: { name: 'Child', parent: parent.id } })).body as { id: number }
  await send('POST /posts', { body: { title: 'x', status: 'publish', categories: [child.id], content: 'x' } })
  const page = (await send('POST /pages', { body: { title: 'Page', status: 'publish' } })).body as { id: number }
  const menu = (await send('POST /navigation', {
    body: {
      title: 'Menu',
      status: 'publish',
      content: `<!-- wp:navigation-link {"label":"x","kind":"post-type","id":${page.id}} /--><!-- wp:page-list /-->`,
    },
  })) as { body: { id: number } }
  for (const [name, block] of Object.entries(EVERY_BLOCK)) {
    const content = block.replaceAll('MENU', String(menu.body.id)).replaceAll('PAGE', String(page.id))
    const type = `probe-${name}`
    const add = (slug: string) =>
      postsIn(store).insert(recordOf(slug, { content, author: 1, date: '2035-01-01T00:00:00' }))
    const first = await add(`${type}-0`)
    const once = await statements('GET /posts?per_page=1')
    const others = await postsIn(store).insertMany(
      Array.from({ length: 9 }, (_, number) =>
        recordOf(`${type}-${number + 1}`, { content, date: '2035-01-01T00:00:00' }),
      ),
    )
    t.equal(await statements('GET /posts?per_page=10'), once, name)
    const { body } = await send('GET /posts?per_page=10')
    t.ok(JSON.stringify(body).includes(`wp-block`), `${name} shows something`)
    await postsIn(store).removeWhere({ op: 'in', field: 'id', values: [first.id, ...others.map(({ id }) => id)] })
  }
})

t.test('blocks about the site match the reference', t => compareRecorded(t, 'site'))

t.test('anonymous readers log in, and come back', async t => {
  const made = await recordedSite({ loginUrl: 'https://login.example/?site=1' })
  const { id } = await postsIn(made.store).insert(
    recordOf('shown', { content: '<!-- wp:loginout /--><!-- wp:loginout {"displayLoginAsForm":true} /-->' }),
  )
  const { body } = await made.send(`GET /posts/${id}?x=1`, { as: 'anonymous' })
  const html = (body as { content: { rendered: string } }).content.rendered
  const back = `https%3A%2F%2Fsite.example%2Fwp-json%2Fwp%2Fv2%2Fposts%2F${id}%3Fx%3D1`
  t.ok(html.includes(`href="https://login.example/?site=1&#038;redirect_to=${back}">Log in</a>`), html)
  t.match(html, /<form name="loginform" id="loginform" action="https:\/\/login\.example\/\?site=1" method="post">/)
})

t.test('titles and taglines are escaped', async t => {
  const made = await recordedSite()
  await made.store.options.set('title', '<script>alert(1)</script> & "x"')
  await made.store.options.set('description', '')
  const html = await renderedBlock(made, '<!-- wp:site-title {"isLink":false} /-->')
  t.equal(html, '<h1 class="wp-block-site-title">&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</h1>')
  t.equal(await renderedBlock(made, '<!-- wp:site-tagline /-->'), '')
})
