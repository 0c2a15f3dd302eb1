import { cmsDialect, type Site, wpDialect } from '@platen/site'
import { defineWidget, lineField, sidebarArranged, widgetDeleted, widgetSaved } from '@platen/site/extend'
import type { Test } from 'tap'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

/** A widget that counts how often it loads. */
const loads: number[] = []
const countedWidget = defineWidget({
  idBase: 'counted',
  name: 'Counted',
  description: 'Counts',
  className: 'counted',
  fields: { title: lineField('Title:') },
  load: instances => {
    loads.push(instances.length)
    return 'loaded'
  },
  render: ({ title }, loaded, scope) => `${scope.title(title)}${loaded} ${scope.number}`,
})

const brokenWidget = defineWidget({
  idBase: 'broken',
  name: 'Broken',
  description: 'Fails',
  fields: { load: lineField('Whether it fails early:') },
  load(instances) {
    if (instances.some(({ load }) => load !== '')) throw new Error('cannot load')
  },
  render() {
    throw new Error('cannot render')
  },
})

const register = (site: Site) => {
  site.registerSidebar('main', { name: 'Main' })
  site.registerSidebar('open', {
    name: 'Open',
    showInRest: true,
    beforeWidget: '<div id="%1$s" class="%2$s">',
    afterWidget: '</div>',
  })
  site.registerWidget(countedWidget)
  site.registerWidget(brokenWidget)
}

const roles = {
  administrator: { label: 'Administrator', capabilities: ['edit_theme_options', 'unfiltered_html', 'read'] },
  editor: { label: 'Editor', capabilities: ['edit_theme_options', 'read'] },
  author: { label: 'Author', capabilities: ['read'] },
}

interface Shown {
  readonly id: string
  readonly sidebar: string
  readonly rendered: string
  readonly instance: { readonly raw: unknown; readonly encoded: string; readonly hash: string }
}

async function create({ send }: Pick<TestSite, 'send'>, body: object, as = 'administrator'): Promise<Shown> {
  const answer = await send('POST /widgets', { body, as })
  t.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body as Shown
}

const text = (title: string, sidebar = 'main') => ({
  id_base: 'text',
  sidebar,
  instance: { raw: { title, text: title } },
})

async function arrangement({ send }: Pick<TestSite, 'send'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const { body } = await send('GET /sidebars')
  return Object.fromEntries((body as { id: string; widgets: string[] }[]).map(({ id, widgets }) => [id, widgets]))
}

onEveryStore(t, 'widgets move between sidebars', async (t, make) => {
  const site = await make({ register })
  for (const title of ['a', 'b', 'c']) await create(site, text(title))
  t.same(await arrangement(site), { wp_inactive_widgets: [], main: ['text-2', 'text-3', 'text-4'], open: [] })
  await site.send('PUT /sidebars/open', { body: { widgets: ['text-4', { id: 'text-2' }, 'text-4', 'text-99', {}] } })
  t.same(await arrangement(site), { wp_inactive_widgets: [], main: ['text-3'], open: ['text-4', 'text-2'] })
  await site.send('PUT /sidebars/open', { body: { widgets: ['text-3'] } })
  t.same(await arrangement(site), { wp_inactive_widgets: ['text-4', 'text-2'], main: [], open: ['text-3'] })
  await site.send('PUT /sidebars/wp_inactive_widgets', { body: { widgets: ['text-2'] } })
  t.same((await arrangement(site))['wp_inactive_widgets'], ['text-2', 'text-4'], 'inactive widgets stay inactive')
  await site.send('POST /widgets/text-4', { body: { sidebar: 'open' } })
  await site.send('POST /widgets/text-3', { body: { sidebar: 'open' } })
  t.same((await arrangement(site))['open'], ['text-3', 'text-4'], 'a widget that is there stays in its place')
  t.match(await site.send('DELETE /widgets/text-3'), { status: 200, body: { sidebar: 'wp_inactive_widgets' } })
  t.match(await site.send('DELETE /widgets/text-4?force=true'), { body: { deleted: true, previous: { id: 'text-4' } } })
  t.same(await arrangement(site), { wp_inactive_widgets: ['text-2', 'text-3'], main: [], open: [] })
  t.match(await site.send('PUT /sidebars/nothing', { body: { widgets: [] } }), {
    status: 404,
    body: { code: 'rest_sidebar_not_found' },
  })
})

onEveryStore(t, 'a refused change stores nothing', async (t, make) => {
  const site = await make({ register })
  const { id, instance } = await create(site, text('kept'))
  const refused: readonly (readonly [request: string, body: object, status: number])[] = [
    ['POST /widgets', { id_base: 'nothing', sidebar: 'main' }, 400],
    ['POST /widgets', { id: 'text', sidebar: 'main' }, 400],
    ['POST /widgets', { id: 'text-007', sidebar: 'main' }, 400],
    ['POST /widgets', { id: 'text-99999999999999999999', sidebar: 'main' }, 400],
    ['POST /widgets', { id_base: 'text', instance: { encoded: instance.encoded, hash: '0' } }, 400],
    ['POST /widgets', { id_base: 'block', instance: { encoded: instance.encoded, hash: instance.hash } }, 400],
    ['POST /widgets', { id_base: 'text', instance: {} }, 400],
    [`POST /widgets/${id}`, { sidebar: 'open', instance: { encoded: '***', hash: instance.hash } }, 400],
    ['POST /widgets/text-9', { sidebar: 'open' }, 404],
  ]
  for (const [request, body, status] of refused) t.equal((await site.send(request, { body })).status, status, request)
  t.same(await arrangement(site), { wp_inactive_widgets: [], main: ['text-2'], open: [] })
})

t.test('a sidebar that is not registered makes a widget inactive', async t => {
  const site = await makeSite({ register })
  t.match(await create(site, text('x', 'nowhere')), { sidebar: 'nowhere', rendered: '' })
  t.same((await arrangement(site))['wp_inactive_widgets'], ['text-2'])
})

onEveryStore(t, 'sidebars that are gone, and types that are gone, keep what they had', async (t, make) => {
  const site = await make({ register })
  await create(site, text('x', 'open'))
  await create(site, { id_base: 'counted', sidebar: 'main' })
  const smaller = await make({ store: site.store, register: other => other.registerSidebar('main', { name: 'Main' }) })
  t.same(await arrangement(smaller), { wp_inactive_widgets: ['text-2'], main: [] })
  const another = await create(smaller, text('y'))
  await smaller.send('PUT /sidebars/main', { body: { widgets: [another.id] } })
  t.same(await arrangement(site), { wp_inactive_widgets: [], main: ['text-3', 'counted-2'], open: ['text-2'] })
})

t.test('two processes number and arrange the same widgets', async t => {
  const [one, other] = await twoProcesses(t, { register })
  const ids = await Promise.all([one, other, one, other].map(site => create(site, text('x')).then(({ id }) => id)))
  t.same(ids.toSorted(), ['text-2', 'text-3', 'text-4', 'text-5'])
  t.same((await arrangement(one))['main']?.toSorted(), ids.toSorted())
  t.same(await arrangement(other), await arrangement(one))
})

t.test('what one process has encoded another reads', async t => {
  const [one, other] = await twoProcesses(t, { register })
  const [first, second] = await Promise.all([
    one.send('POST /widget-types/text/encode', { body: { form_data: 'widget-text[1][title]=x' } }),
    other.send('POST /widget-types/text/encode', { body: { form_data: 'widget-text[1][title]=x' } }),
  ])
  t.same(first.body, second.body)
  const { encoded, hash } = (first.body as Shown).instance
  t.match(await create(other, { id_base: 'text', instance: { encoded, hash } }), {
    instance: { raw: { title: 'x', text: '', filter: false } },
  })
})

t.test('the version of a widget guards its changes', async t => {
  const site = await makeSite({ register })
  await create(site, text('x'))
  const { headers } = await site.send('GET /widgets/text-2?context=edit')
  const before = { 'if-match': headers['ETag'] ?? '' }
  const body = { instance: { raw: { title: 'changed' } } }
  t.equal((await site.send('POST /widgets/text-2', { body, headers: before })).status, 200)
  t.equal((await site.send('POST /widgets/text-2', { body, headers: before })).status, 412)
  t.equal((await site.send('DELETE /widgets/text-2?force=true', { headers: before })).status, 412)
  const sidebar = { 'if-match': (await site.send('GET /sidebars/main')).headers['ETag'] ?? '' }
  t.equal((await site.send('PUT /sidebars/main', { body: { widgets: [] }, headers: sidebar })).status, 200)
  t.equal((await site.send('PUT /sidebars/main', { body: { widgets: [] }, headers: sidebar })).status, 412)
})

t.test('of two changes of a sidebar that name the same version, one succeeds', async t => {
  const site = await makeSite({ register })
  for (const title of ['x', 'y']) await create(site, text(title))
  const headers = { 'if-match': (await site.send('GET /sidebars/main')).headers['ETag'] ?? '' }
  const answers = await Promise.all(
    ['text-2', 'text-3'].map(id => site.send('PUT /sidebars/main', { body: { widgets: [id] }, headers })),
  )
  t.same(
    answers.map(({ status }) => status),
    [200, 412],
  )
  t.same((await arrangement(site))['main'], ['text-2'])
})

t.test('HTML of authors who may not store any is filtered', async t => {
  const site = await makeSite({ register, roles })
  const html = '<p onclick="x()">a</p><script>x()</script>'
  for (const [id_base, field] of [
    ['text', 'text'],
    ['block', 'content'],
    ['custom_html', 'content'],
  ] as const) {
    const body = { id_base, sidebar: 'main', instance: { raw: { [field]: html } } }
    t.match((await create(site, body)).instance.raw, { [field]: html })
    t.match((await create(site, body, 'editor')).instance.raw, { [field]: '<p>a</p>x()' })
    const form = { form_data: `widget-${id_base}[1][${field}]=${encodeURIComponent(html)}` }
    const encoded = await site.send(`POST /widget-types/${id_base}/encode`, { body: form, as: 'editor' })
    t.notMatch(JSON.stringify(encoded.body), 'onclick')
    const shown = await site.send(`POST /widget-types/${id_base}/render`, {
      body: { instance: { [field]: html } },
      as: 'editor',
    })
    t.notMatch(JSON.stringify(shown.body), /onclick|<script/)
  }
})

t.test('everybody reads a sidebar that shows in the interface, and its widgets, but nothing else', async t => {
  const site = await makeSite({ register, roles })
  await create(site, text('Public', 'open'))
  await create(site, text('Hidden'))
  const get = async (path: string) => site.send(`GET ${path}`, { as: 'anonymous' })
  t.match(await get('/sidebars'), { status: 200, body: [{ id: 'open' }] })
  t.equal(((await get('/sidebars')).body as unknown[]).length, 1)
  t.equal((await get('/sidebars/open')).status, 200)
  t.equal((await get('/sidebars/main')).status, 401)
  t.equal((await get('/sidebars?context=edit')).status, 401)
  t.same(
    ((await get('/widgets')).body as Shown[]).map(({ id }) => id),
    ['text-2'],
  )
  t.match(await get('/widgets/text-2'), { status: 200, body: { rendered: /Public/ } })
  t.equal((await get('/widgets/text-2?context=edit')).status, 401)
  t.equal((await get('/widgets/text-3')).status, 401)
  t.equal((await get('/widgets/text-99')).status, 401)
  t.equal((await get('/widgets?sidebar=main')).status, 401)
  t.equal((await get('/widget-types/text')).status, 200)
  t.same(((await get('/widgets/text-2')).body as { _links: { self: unknown } })._links.self, [
    { href: 'https://site.example/cms-json/cms/v2/widgets/text-2', targetHints: { allow: ['GET'] } },
  ])
})

t.test('a list loads once per type, in the same statements for any number of widgets', async t => {
  const site = await makeSite({ register })
  for (let i = 0; i < 3; i++)
    await create(site, { id_base: 'counted', sidebar: 'main', instance: { raw: { title: 'x' } } })
  loads.length = 0
  const { body } = await site.send('GET /widgets?sidebar=main')
  t.same(loads, [3])
  t.equal(
    (body as Shown[])[0]?.rendered,
    '<li id="counted-2" class="widget counted"><h2 class="widgettitle">x</h2>\nloaded 2</li>',
  )
  loads.length = 0
  await site.send('GET /widgets?_fields=id')
  t.same(loads, [], 'what is not requested is not loaded')
})

t.test('a widget that fails shows nothing, and the others do', async t => {
  const errors: unknown[] = []
  const site = await makeSite({ register, onError: error => errors.push(error) })
  for (const load of ['', '1']) await create(site, { id_base: 'broken', sidebar: 'main', instance: { raw: { load } } })
  await create(site, text('fine'))
  errors.length = 0
  const { status, body } = await site.send('GET /widgets')
  t.equal(status, 200)
  t.same(
    (body as Shown[]).map(({ rendered }) => rendered !== ''),
    [false, false, true],
  )
  t.ok(errors.length > 0)
})

t.test('events', async t => {
  const site = await makeSite({ register })
  const seen: unknown[] = []
  site.site.on(widgetSaved, ({ widget, before }) => void seen.push([widget.id, widget.sidebar, before?.sidebar]))
  site.site.on(widgetDeleted, ({ widget }) => void seen.push(['deleted', widget.id]))
  site.site.on(sidebarArranged, detail => void seen.push(detail))
  await create(site, text('x'))
  await site.send('POST /widgets/text-2', { body: { sidebar: 'open' } })
  await site.send('PUT /sidebars/main', { body: { widgets: ['text-2'] } })
  await site.send('DELETE /widgets/text-2?force=true')
  t.same(seen, [
    ['text-2', 'main', undefined],
    ['text-2', 'open', 'main'],
    { sidebar: 'main', widgets: ['text-2'] },
    ['deleted', 'text-2'],
  ])
})

t.test('widgets in process', async t => {
  const { site } = await makeSite({ register })
  const as = site.system
  const { widgets } = site.content
  const created = await widgets.create({ idBase: 'text', sidebar: 'main', instance: { raw: { title: 'x' } } }, { as })
  t.match(created, { id: 'text-2', instance: { title: 'x', text: '', filter: false } })
  t.same(await widgets.arrange('open', ['text-2'], { as }), ['text-2'])
  await widgets.update('text-2', { instance: { raw: { title: 'y' } } }, { as })
  t.match([...(await widgets.all({ as })).values()], [{ id: 'text-2', sidebar: 'open', instance: { title: 'y' } }])
  t.equal((await widgets.all({ as: site.principalOf(undefined) })).size, 0)
  await widgets.deactivate('text-2', { as })
  await t.rejects(widgets.delete('text-2', { as: site.principalOf(undefined) }), { code: 'rest_cannot_manage_widgets' })
  await widgets.delete('text-2', { as })
  t.equal((await widgets.all({ as })).size, 0)
})

t.test('batches', async t => {
  const site = await makeSite({ register, dialect: wpDialect })
  const path = '/wp/v2/widgets'
  const requests = [
    { path, method: 'POST', body: text('a') },
    { path: `${path}/text-2`, method: 'PUT', body: { sidebar: 'open' } },
    { path: '/wp/v2/sidebars/main', method: 'PUT', body: { widgets: [] } },
  ]
  const { body } = await site.send('POST //batch/v1', { body: { requests } })
  t.match(body, { responses: [{ status: 201 }, { status: 200 }, { status: 400 }] })
})

t.test('in the dialect wp, what clients create waits for a place; code places it at once', async t => {
  const { site, send } = await makeSite({ register, dialect: wpDialect })
  const sidebarsNow = async () => {
    const { body } = await send('GET /sidebars?_fields=id,widgets')
    return Object.fromEntries((body as { id: string; widgets: string[] }[]).map(({ id, widgets }) => [id, widgets]))
  }
  const path = 'POST /widgets'
  for (const sidebar of ['main', 'wp_inactive_widgets', 'open'])
    t.match(await send(path, { body: { ...text('a'), sidebar } }), { status: 201, body: { sidebar } })
  t.same(await sidebarsNow(), { wp_inactive_widgets: ['text-4', 'text-3', 'text-2'], main: [], open: [] })
  await send(`${path}/text-3`, { body: { sidebar: 'main' } })
  t.match(await send(path, { body: { id: 'text-3', sidebar: 'open' } }), { body: { sidebar: 'open' } })
  t.same(await sidebarsNow(), { wp_inactive_widgets: ['text-4', 'text-2'], main: ['text-3'], open: [] })
  await site.content.widgets.create({ idBase: 'text', sidebar: 'open' }, { as: site.system })
  t.same(await sidebarsNow(), { wp_inactive_widgets: ['text-4', 'text-2'], main: ['text-3'], open: ['text-5'] })
})

for (const [dialect, status] of [
  [cmsDialect, 400],
  [wpDialect, 500],
] as const) {
  t.test(`changes of what cannot be a widget, in the dialect ${dialect.name}`, async t => {
    const { send } = await makeSite({ register, dialect })
    const path = 'PUT /widgets'
    for (const id of ['nope', 'nope-2', 'text-', 'text-2x', 'TEXT-2']) {
      const code = 'rest_invalid_widget'
      t.match(await send(`${path}/${id}`, { body: { sidebar: 'main' } }), { status, body: { code } }, id)
      t.match(await send(`${path}/${id}`, { body: { form_data: '' } }), { status: 400, body: { code } }, id)
    }
    for (const id of ['text', 'text-0', 'text-99'])
      t.match(await send(`${path}/${id}`, { body: {} }), { status: 404, body: { code: 'rest_widget_not_found' } }, id)
  })
}

t.test('numbers follow the highest one', async (t: Test) => {
  const site = await makeSite({ register })
  t.equal((await create(site, { id: 'text-41', instance: { raw: {} } })).id, 'text-41')
  t.equal((await create(site, text('x'))).id, 'text-42')
  t.equal((await create(site, { id_base: 'counted' })).id, 'counted-2')
  await create(site, { id: 'text-9999999999' })
  t.match(await site.send('POST /widgets', { body: text('x') }), { status: 400, body: { code: 'rest_invalid_widget' } })
})
