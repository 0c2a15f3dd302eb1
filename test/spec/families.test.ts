import type { Test } from 'tap'
import type { TestSite } from '../site/make-site.js'
import { bodyOf, section, write } from './specified.js'

interface Described {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Readonly<Record<string, Arg>> }[]
  readonly schema: { readonly properties: Readonly<Record<string, Property>> }
}

interface Arg {
  readonly type?: unknown
  readonly default?: unknown
  readonly maximum?: number
  readonly enum?: readonly string[]
}

interface Property {
  readonly context?: readonly string[]
  readonly readonly?: boolean
}

interface Item {
  readonly id: number
  readonly _links: Readonly<Record<string, readonly { readonly href: string; readonly embeddable?: boolean }[]>>
}

/** A family: how one of its records is created, and changed. */
interface Family {
  readonly list: string
  readonly body: (made: TestSite, number: number) => Promise<Readonly<Record<string, unknown>>>
  readonly change: Readonly<Record<string, unknown>>
  readonly relations: readonly string[]
  /** The status without `force`: of what goes to the trash, or has none. */
  readonly deleted: 200 | 501
}

const hosts = new WeakMap<TestSite, Promise<{ readonly id: number }>>()
function hostOf(made: TestSite): Promise<{ readonly id: number }> {
  const host = hosts.get(made) ?? write(made, '/posts', { title: 'Host', status: 'publish' })
  hosts.set(made, host)
  return host
}

const FAMILIES: readonly Family[] = [
  {
    list: '/comments',
    body: async (made, number) => ({ post: (await hostOf(made)).id, content: `Words ${number}` }),
    change: { content: 'Changed' },
    relations: ['self', 'collection', 'author', 'up'],
    deleted: 200,
  },
  {
    list: '/blocks',
    body: async (_, number) => ({ title: `Pattern ${number}`, content: 'x', status: 'publish' }),
    change: { title: 'Changed' },
    relations: ['self', 'collection', 'about', 'version-history'],
    deleted: 200,
  },
  {
    list: '/navigation',
    body: async (_, number) => ({ title: `Navigation ${number}`, content: 'x', status: 'publish' }),
    change: { title: 'Changed' },
    relations: ['self', 'collection', 'about', 'version-history'],
    deleted: 200,
  },
  {
    list: '/menus',
    body: async (_, number) => ({ name: `Menu ${number}` }),
    change: { description: 'Changed' },
    relations: ['self', 'collection', 'about'],
    deleted: 501,
  },
  {
    list: '/menu-items',
    body: async (_, number) => ({ title: `Item ${number}`, url: 'https://example.com/', menu_order: number }),
    change: { attr_title: 'Changed' },
    relations: ['self', 'collection', 'about'],
    deleted: 501,
  },
]

const described = async ({ send }: TestSite, path: string) => bodyOf<Described>(await send(`OPTIONS ${path}`))
const create = async (made: TestSite, { list, body }: Family, number = 1) =>
  write<Item>(made, list, await body(made, number))

function each(name: string, words: string, check: (t: Test, made: TestSite, family: Family) => Promise<void>): void {
  for (const family of FAMILIES) section(name)(`${family.list}: ${words}`, (t, made) => check(t, made, family))
}

each('2', 'fields marked readonly are returned but cannot be set', async (t, made, family) => {
  const { schema } = await described(made, family.list)
  const readonly = Object.entries(schema.properties).filter(([, property]) => property.readonly === true)
  t.ok(readonly.length > 0)
  const { id } = await create(made, family)
  const before = bodyOf(await made.send(`GET ${family.list}/${id}?context=edit`))
  const given = Object.fromEntries(readonly.filter(([name]) => name !== 'id').map(([name]) => [name, 'x']))
  await made.send(`PUT ${family.list}/${id}`, { body: given })
  const after = bodyOf(await made.send(`GET ${family.list}/${id}?context=edit`))
  for (const [name] of readonly) if (!name.startsWith('modified')) t.same(after[name], before[name], name)
})

each('2', 'a request with `context` returns only the fields of that context', async (t, made, family) => {
  const { schema } = await described(made, family.list)
  const { id } = await create(made, family)
  for (const context of ['view', 'embed', 'edit']) {
    const shown = Object.keys(bodyOf(await made.send(`GET ${family.list}/${id}?context=${context}`)))
    for (const name of shown)
      if (name !== '_links') t.ok(schema.properties[name]?.context?.includes(context) ?? true, `${name} in ${context}`)
    const [item] = bodyOf<object[]>(await made.send(`GET ${family.list}?include=${id}&context=${context}`))
    t.same(Object.keys(item ?? {}).sort(), shown.sort(), `the list in ${context}`)
  }
})

each(
  '2',
  'every item of a collection has its own `_links`; `_embed` resolves embeddable ones',
  async (t, made, family) => {
    await create(made, family)
    const [item] = bodyOf<(Item & { _embedded?: object })[]>(await made.send(`GET ${family.list}?_embed`))
    for (const relation of family.relations) t.ok(item?._links[relation]?.[0]?.href, relation)
    t.match((await made.send(`GET ${family.list}`)).headers['Link'], /rel=/)
    const embeddable = Object.entries(item?._links ?? {}).filter(([, links]) => links.some(link => link.embeddable))
    const embedded = Object.keys(item?._embedded ?? {})
    for (const relation of embedded)
      t.ok(
        embeddable.some(([name]) => name === relation),
        relation,
      )
  },
)

each('4.1', '`_fields` and `_envelope`', async (t, made, family) => {
  const { id } = await create(made, family)
  t.same(bodyOf(await made.send(`GET ${family.list}?_fields=id&include=${id}`)), [{ id }])
  t.same(bodyOf(await made.send(`GET ${family.list}/${id}?_fields=id`)), { id })
  t.match(await made.send(`GET ${family.list}?_envelope`), {
    status: 200,
    body: { status: 200, headers: { Allow: /GET/ } },
  })
  t.match(await made.send(`GET ${family.list}/99999?_envelope`), { status: 200, body: { status: 404 } })
})

each('4.1', '`_method` and the header override POST', async (t, made, family) => {
  const { id } = await create(made, family)
  t.match(await made.send(`POST ${family.list}/${id}?_method=GET`), { status: 200, body: { id } })
  const headers = { 'x-http-method-override': 'DELETE' }
  t.equal((await made.send(`POST ${family.list}/${id}?force=true`, { headers })).status, 200)
  t.equal((await made.send(`GET ${family.list}/${id}`)).status, 404)
})

each('4.2', '`page`, `per_page`, `offset`, `order` and the totals', async (t, made, family) => {
  const { endpoints } = await described(made, family.list)
  const args = endpoints.find(({ methods }) => methods.includes('GET'))?.args ?? {}
  t.match(args['page'], { type: 'integer', default: 1 })
  t.match(args['per_page'], { type: 'integer', maximum: 100 })
  t.match(args['offset'], { type: 'integer' })
  t.match(args['order'], { type: 'string', enum: ['asc', 'desc'] })
  const ids: number[] = []
  for (const number of [1, 2, 3]) ids.push((await create(made, family, number)).id)
  const list = (query: string) => made.send(`GET ${family.list}?_fields=id&orderby=id&include=${ids}&${query}`)
  const first = await list('order=asc&per_page=2')
  t.match(first.headers, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2', Link: /rel="next"/ })
  t.same(first.body, [{ id: ids[0] }, { id: ids[1] }])
  t.same((await list('order=asc&per_page=2&page=2')).body, [{ id: ids[2] }])
  t.same((await list('order=asc&offset=1')).body, [{ id: ids[1] }, { id: ids[2] }])
  t.same((await list('order=desc&per_page=1')).body, [{ id: ids[2] }])
  for (const query of ['per_page=101', 'per_page=0', 'page=0', 'order=up', 'orderby=nothing'])
    t.match(await list(query), { status: 400, body: { code: 'rest_invalid_param' } }, query)
})

each('4.13', 'every argument declares a type', async (t, made, family) => {
  for (const path of [family.list, `${family.list}/1`])
    for (const { args } of (await described(made, path)).endpoints)
      for (const [name, { type }] of Object.entries(args)) t.ok(type !== undefined, `${path} ${name}`)
})

each('1', 'creating, updating by POST, PUT and PATCH, and deleting', async (t, made, family) => {
  const created = await made.send(`POST ${family.list}`, { body: await family.body(made, 1) })
  const { id } = bodyOf<Item>(created)
  t.equal(created.status, 201)
  t.match(created.headers['Location'], new RegExp(`/cms/v2${family.list}/${id}$`))
  for (const method of ['POST', 'PUT', 'PATCH']) {
    t.equal((await made.send(`${method} ${family.list}/${id}`, { body: family.change })).status, 200, method)
    t.equal((await made.send(`${method} ${family.list}/${id}`, { body: {} })).status, 200, `${method} without changes`)
  }
  t.equal((await made.send(`DELETE ${family.list}/${id}`)).status, family.deleted)
  const removed = await made.send(`DELETE ${family.list}/${id}?force=true`)
  t.match(removed, { status: 200, body: { deleted: true, previous: { id } } })
  t.equal((await made.send(`GET ${family.list}/${id}`)).status, 404)
})

each(
  '7',
  'errors: 401 without credentials, 403 without permission, 404, and a reason for each parameter',
  async (t, made, family) => {
    const { id } = await create(made, family)
    const write = (as: string) => made.send(`PUT ${family.list}/${id}`, { as, body: family.change })
    t.match(await write('anonymous'), { status: 401, body: { code: String, message: String, data: { status: 401 } } })
    t.match(await write('subscriber'), { status: 403, body: { code: String, message: String, data: { status: 403 } } })
    t.match(await made.send(`GET ${family.list}/99999`), { status: 404, body: { data: { status: 404 } } })
    t.match(await made.send(`GET ${family.list}?per_page=many`), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { per_page: /per_page.*integer/ } } },
    })
  },
)

each('8', 'an update can name the version it is based on', async (t, made, family) => {
  const { id } = await create(made, family)
  const path = `${family.list}/${id}`
  const tag = (await made.send(`GET ${path}`)).headers['ETag'] ?? ''
  t.equal((await made.send(`GET ${path}`, { headers: { 'if-none-match': tag } })).status, 304)
  const update = () => made.send(`PUT ${path}`, { body: family.change, headers: { 'if-match': tag } })
  t.equal((await update()).status, 200)
  t.match(await update(), { status: 412, body: { code: 'rest_precondition_failed' } })
})

section('1')('`batch/v1` writes comments, patterns and menu items', async (t, made) => {
  for (const family of FAMILIES) {
    const { endpoints: _, ...rest } = bodyOf<{ endpoints: unknown; methods: string[] }>(
      await made.send(`OPTIONS ${family.list}`),
    )
    const requests = [{ method: 'POST', path: `/cms/v2${family.list}`, body: await family.body(made, 1) }]
    const { status, body } = await made.send('POST //batch/v1', { body: { requests } })
    t.equal(status, 207, JSON.stringify(rest).slice(0, 40))
    const [response] = bodyOf<{ responses: { status: number; body: { code?: string } }[] }>({ body }).responses
    // Which routes take part is the reference's choice.
    t.ok(response?.status === 201 || response?.body.code === 'rest_batch_not_allowed', family.list)
  }
})

section('1')('revisions and autosaves of a post, a page, a pattern and a navigation', async (t, made) => {
  for (const list of ['/posts', '/pages', '/blocks', '/navigation']) {
    const { id } = await write(made, list, { title: 'One', content: 'one', status: 'publish' })
    await made.send(`PUT ${list}/${id}`, { body: { content: 'two' } })
    const revisions = await made.send(`GET ${list}/${id}/revisions?per_page=1`)
    t.match(revisions.headers, { 'X-CMS-Total': '1', 'X-CMS-TotalPages': '1' }, list)
    const [revision] = bodyOf<(Item & { parent: number })[]>(revisions)
    t.match(revision, { parent: id, _links: { parent: [{}] } }, list)
    t.match(await made.send(`GET ${list}/${id}/revisions/${revision?.id}`), { status: 200, body: { id: revision?.id } })
    const autosave = await made.send(`POST ${list}/${id}/autosaves`, {
      as: 'administrator',
      body: { content: 'three' },
    })
    t.match(autosave, { status: 200, body: { parent: id, content: { raw: 'three' } } }, list)
    const { id: saved } = bodyOf<Item>(autosave)
    t.same(bodyOf(await made.send(`GET ${list}/${id}/autosaves?_fields=id`)), [{ id: saved }], list)
    t.equal((await made.send(`GET ${list}/${id}/autosaves/${saved}`)).status, 200, list)
    t.equal((await made.send(`GET ${list}/${id}/revisions`, { as: 'anonymous' })).status, 401, list)
    t.equal((await made.send(`GET ${list}/${id}/revisions`, { as: 'subscriber' })).status, 403, list)
  }
})

section('1', site => void site.registerMenuLocation('top', { description: 'Top' }))(
  'menu locations, the fallback of navigation, embeds and details of links',
  async (t, made) => {
    const { id } = await write(made, '/menus', { name: 'Main', locations: ['top'] })
    t.match(await made.send('GET /menu-locations'), { status: 200, body: { top: { name: 'top', menu: id } } })
    t.match(await made.send('GET /menu-locations/top'), { status: 200, body: { description: 'Top', menu: id } })
    t.equal((await made.send('GET /menu-locations/none')).status, 404)
    t.equal((await made.send('GET /menu-locations', { as: 'subscriber' })).status, 403)
    t.match(await made.send('GET //cms-block-editor/v1/navigation-fallback'), { status: 200, body: { id: Number } })
    t.equal((await made.send('GET //cms-block-editor/v1/navigation-fallback', { as: 'author' })).status, 403)
    const { link } = await write<{ link: string }>(made, '/posts', { title: 'Shown', status: 'publish' })
    const url = encodeURIComponent(link)
    t.match(await made.send(`GET //oembed/1.0/embed?url=${url}`, { as: 'anonymous' }), {
      status: 200,
      body: { version: '1.0', type: 'rich', title: 'Shown' },
    })
    t.match((await made.send(`GET //oembed/1.0/embed?url=${url}&format=xml`)).headers, { 'Content-Type': /^text\/xml/ })
    t.equal((await made.send(`GET //oembed/1.0/proxy?url=${url}`, { as: 'anonymous' })).status, 401)
    t.match(await made.send(`GET //cms-block-editor/v1/url-details?url=${url}`), { body: { title: /^Shown/ } })
    for (const path of ['//oembed/1.0/embed', '//oembed/1.0/proxy', '//cms-block-editor/v1/url-details'])
      t.match(await made.send(`GET ${path}`), { status: 400, body: { data: { params: ['url'] } } }, path)
  },
)

section('1', site => void site.registerSidebar('beside', { name: 'Beside' }))(
  'widgets, their sidebars and types',
  async (t, made) => {
    const instance = { raw: { title: 'A title', text: 'A text' } }
    const created = await made.send('POST /widgets', { body: { id_base: 'text', sidebar: 'beside', instance } })
    t.match(created, { status: 201, body: { id: 'text-2', sidebar: 'beside', instance } })
    const relations = Object.keys(bodyOf<Item>(created)._links)
    t.strictSame(relations.toSorted(), ['about', 'cms:sidebar', 'collection', 'curies', 'self'])
    t.match(await made.send('GET /widgets?sidebar=beside'), { status: 200, body: [{ id: 'text-2' }] })
    t.match(await made.send('GET /sidebars/beside'), { status: 200, body: { widgets: ['text-2'] } })
    t.match(await made.send('GET /widget-types/text'), { status: 200, body: { id: 'text', is_multi: true } })
    t.match(await made.send('DELETE /widgets/text-2'), { status: 200, body: { sidebar: 'wp_inactive_widgets' } })
    t.match(await made.send('DELETE /widgets/text-2?force=true'), { status: 200, body: { deleted: true } })
    t.equal((await made.send('GET /widgets/text-2')).status, 404)
    for (const path of ['/widgets', '/sidebars', '/widget-types', '/block-patterns/patterns']) {
      t.equal((await made.send(`GET ${path}`, { as: 'anonymous' })).status, 401, path)
      t.equal((await made.send(`GET ${path}`, { as: 'subscriber' })).status, 403, path)
    }
    t.match(await made.send('POST /widgets', { body: { id_base: 'text', instance: 'x' } }), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { instance: String } } },
    })
  },
)

section('1', site => void site.registerFontCollection('own', { name: 'Own', families: [] }))(
  'font families, their faces, and collections of fonts',
  async (t, made) => {
    const settings = { name: 'Abel', slug: 'abel', fontFamily: 'Abel' }
    const created = await made.send('POST /font-families', { body: { font_family_settings: JSON.stringify(settings) } })
    t.match(created, { status: 201, body: { font_faces: [], font_family_settings: settings } })
    const path = `/font-families/${bodyOf<Item>(created).id}`
    const faceSettings = { fontFamily: 'Abel', src: 'https://site.example/abel.woff2' }
    const face = await made.send(`POST ${path}/font-faces`, {
      body: { font_face_settings: JSON.stringify(faceSettings) },
    })
    t.match(face, { status: 201, body: { font_face_settings: faceSettings } })
    const { id } = bodyOf<Item>(face)
    t.match(await made.send(`GET ${path}?_embed`), { body: { font_faces: [id], _embedded: { font_faces: [{ id }] } } })
    t.match(await made.send(`GET ${path}/font-faces`), { status: 200, body: [{ id }] })
    t.match(await made.send('GET /font-collections'), { status: 200, body: [{ slug: 'own', name: 'Own' }] })
    t.match(await made.send('GET /font-collections/own'), { status: 200, body: { font_families: [] } })
    for (const list of ['/font-families', `${path}/font-faces`, '/font-collections']) {
      t.equal((await made.send(`GET ${list}`, { as: 'anonymous' })).status, 401, list)
      t.equal((await made.send(`GET ${list}`, { as: 'editor' })).status, 403, list)
    }
    for (const each of [`${path}/font-faces/${id}`, path]) {
      t.equal((await made.send(`DELETE ${each}`)).status, 501, each)
      t.match(await made.send(`DELETE ${each}?force=true`), { status: 200, body: { deleted: true } }, each)
      t.equal((await made.send(`GET ${each}`)).status, 404, each)
    }
  },
)

section('1')('icons and their collections', async (t, made) => {
  t.match(await made.send('GET /icons?per_page=1'), { status: 200, body: [{ collection: 'core', content: /^<svg/ }] })
  t.match(await made.send('GET /icons/core?search=arrow'), { status: 200, body: [{ name: /^core\/arrow/ }] })
  t.match(await made.send('GET /icons/core/plus'), { status: 200, body: { name: 'core/plus', label: 'Plus' } })
  t.match(await made.send('GET /icon-collections'), { status: 200, body: [{ slug: 'core', label: String }] })
  t.match(await made.send('GET /icon-collections/core'), { status: 200, body: { slug: 'core' } })
  for (const path of ['/icons', '/icons/core', '/icons/core/plus', '/icon-collections', '/icon-collections/core']) {
    t.equal((await made.send(`GET ${path}`, { as: 'anonymous' })).status, 401, path)
    t.equal((await made.send(`GET ${path}`, { as: 'subscriber' })).status, 403, path)
  }
  for (const path of ['/icons/none', '/icons/core/none', '/icon-collections/none'])
    t.equal((await made.send(`GET ${path}`)).status, 404, path)
})
