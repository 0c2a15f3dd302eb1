import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const { send } = await makeSite({
  register(site) {
    site.registerBlockType({
      name: 'garden/bed',
      title: 'Bed',
      apiVersion: 3,
      category: 'design',
      description: 'Plants in a row.',
      icon: 'carrot',
      keywords: ['row'],
      textdomain: 'garden',
      parent: ['core/group'],
      ancestor: ['core/column'],
      allowedBlocks: ['core/list'],
      attributes: { rows: { type: 'integer', default: 3 }, text: { type: 'rich-text', source: 'rich-text' } },
      usesContext: ['postId'],
      providesContext: { 'garden/rows': 'rows' },
      selectors: { root: '.bed' },
      supports: { color: { text: false }, anchor: true },
      styles: [{ name: 'raised', label: 'Raised' }],
      variations: [{ name: 'wide', title: 'Wide bed', attributes: { rows: 9 } }],
      example: { attributes: { rows: 2 } },
      blockHooks: { 'core/post-content': 'firstChild', 'core/group': 'after' },
      editorScript: 'file:./edit.js',
      viewScriptModule: ['file:./view.js', 'file:./more.js', 'shared-view'],
      style: ['garden', 'file:./bed.css'],
    })
    site.registerBlockType({ name: 'garden/plain' })
    site.registerBlockType({ name: 'garden/season', render: () => '<p>Spring</p>' })
    site.registerBlockType({ name: 'garden/tool', isDynamic: true })
    site.registerPostType('memo', { label: 'Memos', capabilityType: ['memo', 'memos'] })
  },
})

const API = 'https://site.example/cms-json/cms/v2'

t.test('one block type', async t => {
  t.same((await send('GET /block-types/garden/bed')).body, {
    api_version: 3,
    title: 'Bed',
    name: 'garden/bed',
    description: 'Plants in a row.',
    icon: 'carrot',
    attributes: {
      rows: { type: 'integer', default: 3 },
      text: { type: 'rich-text', source: 'rich-text' },
      lock: { type: 'object' },
      metadata: { type: 'object' },
      className: { type: 'string' },
      style: { type: 'object' },
      backgroundColor: { type: 'string' },
      anchor: { type: 'string' },
    },
    provides_context: { 'garden/rows': 'rows' },
    uses_context: ['postId'],
    selectors: { root: '.bed' },
    supports: { color: { text: false }, anchor: true },
    category: 'design',
    is_dynamic: false,
    editor_script_handles: ['garden-bed-editor-script'],
    script_handles: [],
    view_script_handles: [],
    view_script_module_ids: ['garden-bed-view-script-module', 'garden-bed-view-script-module-2', 'shared-view'],
    editor_style_handles: [],
    style_handles: ['garden', 'garden-bed-style-2'],
    view_style_handles: [],
    styles: [{ name: 'raised', label: 'Raised' }],
    variations: [{ name: 'wide', title: 'Wide bed', attributes: { rows: 9 } }],
    textdomain: 'garden',
    parent: ['core/group'],
    ancestor: ['core/column'],
    allowed_blocks: ['core/list'],
    keywords: ['row'],
    example: { attributes: { rows: 2 } },
    block_hooks: { 'core/post-content': 'first_child', 'core/group': 'after' },
    editor_script: 'garden-bed-editor-script',
    script: null,
    view_script: null,
    editor_style: null,
    style: 'garden',
    _links: {
      collection: [{ href: `${API}/block-types` }],
      self: [{ href: `${API}/block-types/garden/bed`, targetHints: { allow: ['GET'] } }],
      up: [{ href: `${API}/block-types/garden` }],
    },
  })
})

t.test('what a block type does not say has its default', async t => {
  t.match((await send('GET /block-types/garden/plain')).body, {
    api_version: 1,
    title: '',
    description: '',
    category: null,
    icon: null,
    parent: null,
    allowed_blocks: null,
    example: null,
    keywords: [],
    styles: [],
    variations: [],
    block_hooks: {},
    supports: {},
  })
})

t.test('dynamic block types link to their HTML', async t => {
  for (const name of ['season', 'tool']) {
    const { body } = await send(`GET /block-types/garden/${name}?_fields=is_dynamic,_links`)
    t.match(body, {
      is_dynamic: true,
      _links: { 'cms:render-block': [{ href: `${API}/block-renderer/garden/${name}?context=edit` }] },
    })
  }
})

t.test('lists of all block types and of a namespace', async t => {
  const names = async (request: string) => (await send(request)).body
  const garden = ['bed', 'plain', 'season', 'tool'].map(name => ({ name: `garden/${name}` }))
  t.same(await names('GET /block-types/garden?_fields=name'), garden)
  t.same(await names('GET /block-types?namespace=garden&_fields=name'), garden)
  t.same(await names('GET /block-types/nothing'), [])
  t.same(await names('GET /block-types?namespace=gar'), [])
  const all = (await names('GET /block-types?_fields=name')) as { name: string }[]
  const places = [
    'core/legacy-widget',
    'core/archives',
    'core/paragraph',
    'core/search',
    'core/code',
    'core/verse',
  ].map(wanted => all.findIndex(({ name }) => name === wanted))
  t.same(
    places,
    places.toSorted((a, b) => a - b),
    'what the site renders comes first, by name',
  )
  t.same(all.slice(-5), [...garden, { name: 'core/post-comments' }])
  t.same(await names('GET /block-types?namespace=&_fields=name'), all)
})

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /block-types', 'anonymous', 401, 'rest_block_type_cannot_view'],
  ['GET /block-types/garden', 'subscriber', 403, 'rest_block_type_cannot_view'],
  ['GET /block-types/garden/bed', 'anonymous', 401, 'rest_block_type_cannot_view'],
  ['GET /block-types/garden/nothing', 'anonymous', 401, 'rest_block_type_cannot_view'],
  ['GET /block-types/garden/nothing', 'contributor', 404, 'rest_block_type_invalid'],
  ['GET /block-types/garden/__proto__', 'contributor', 404, 'rest_block_type_invalid'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    const answer = await send(request, { as })
    t.match(answer, { status, body: { code, data: { status } } })
    t.notOk(answer.headers['Allow'])
  })
}

t.test('contributors and authors see them', async t => {
  for (const as of ['contributor', 'author', 'editor'])
    t.match(await send('GET /block-types/garden/bed', { as }), { status: 200 })
})

t.test('a dialect may write empty objects as lists', async t => {
  const wp = await makeSite({
    dialect: wpDialect,
    register: site => site.registerBlockType({ name: 'a/b', attributes: { x: { type: 'object', default: {} } } }),
  })
  t.match((await wp.send('GET /block-types/a/b')).body, {
    supports: [],
    selectors: [],
    attributes: { x: { default: [] } },
  })
})

t.test('links and terms have a variation for each registered type', async t => {
  const shop = await makeSite({
    register: site => {
      site.registerPostType('ware', { label: 'Wares', public: true })
      site.registerTaxonomy('brand', { label: 'Brands', objectTypes: ['ware'] })
    },
  })
  const named = async (block: string) => {
    const { body } = await shop.send(`GET /block-types/core/${block}?_fields=variations`)
    return (body as { variations: { name: string; attributes: object }[] }).variations
  }
  t.same(
    (await named('navigation-link')).map(({ name }) => name),
    ['post', 'page', 'category', 'tag', 'ware', 'brand'],
  )
  t.match((await named('post-terms'))[0], { name: 'category', attributes: { term: 'category' }, isDefault: true })
})

t.test('the built-in block types have metadata', async t => {
  t.match((await send('GET /block-types/core/heading')).body, {
    api_version: 3,
    title: 'Heading',
    category: 'text',
    is_dynamic: true,
    attributes: { level: { type: 'number', default: 2 }, textColor: { type: 'string' } },
    style_handles: ['wp-block-heading'],
    editor_style: 'wp-block-heading-editor',
  })
  t.match((await send('GET /block-types/core/column')).body, { parent: ['core/columns'], is_dynamic: false })
})

t.test('every built-in block type has a title, a category and a description', async t => {
  const { body } = await send('GET /block-types/core?_fields=name,title,category,description')
  const types = body as Readonly<Record<'name' | 'title' | 'category' | 'description', string | null>>[]
  t.equal(types.length, 116)
  const nameless = types.filter(({ title, category, description }) => !(title && category && description))
  // An older name of `core/comments`, which editors do not offer.
  t.same(
    nameless.map(({ name }) => name),
    ['core/post-comments'],
  )
})
