import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pluginsIn, pluginsOf, wpDialect } from '@platen/site'
import { pluginSourceIn } from '@platen/site/extend'
import t, { type Test } from 'tap'
import { makeSite, type TestSiteOptions } from '../../make-site.js'
import { routed, type TestPackage, temporaryFolder, writePackages } from '../../plugins/plugin-packages.js'

type Packages = Readonly<Record<string, TestPackage>>

/** A site with a folder of plugins, and a source of others. */
async function siteOf(t: Test, installed: Packages, offered: Packages = {}, options: TestSiteOptions = {}) {
  const folder = writePackages(temporaryFolder(t), installed)
  const from = writePackages(temporaryFolder(t), offered)
  const plugins = pluginsIn(folder, { source: pluginSourceIn(from) })
  return { ...(await makeSite({ plugins, ...options })), folder, from }
}
const slugBody = (slug: string, more: object = {}) => ({ body: { slug, ...more } })

t.test('a package of the source is installed, and activated', async t => {
  const { send, folder } = await siteOf(t, {}, { hello: { entry: routed('hello', '1') }, other: {} })
  const installed = await send('POST /plugins', slugBody('hello'))
  t.match(installed, {
    status: 201,
    headers: { Location: 'https://site.example/cms-json/cms/v2/plugins/hello/index' },
    body: { plugin: 'hello/index', status: 'inactive', version: '1.0.0', _links: { self: [{}] } },
  })
  t.equal((await send('GET //hello/v1/about')).status, 404)
  t.match(await send('POST /plugins', slugBody('other', { status: 'active' })), {
    status: 201,
    body: { status: 'active' },
  })
  t.match(readdirSync(folder).sort(), [/^hello/, /^other/])
  t.match(await send('GET /plugins?_fields=plugin'), { body: [{ plugin: 'hello/index' }, { plugin: 'other/index' }] })
})

t.test('a package that the source does not list is not installed', async t => {
  const { send, from } = await siteOf(t, {}, { hello: {} })
  for (const slug of [
    'missing',
    '../hello',
    `${from}/hello`,
    'https://evil.example/hello',
    'hello/',
    'Hello',
    'hello\0',
  ])
    t.match(await send('POST /plugins', slugBody(slug)), { status: 404, body: { code: 'plugins_api_failed' } }, slug)
})

t.test('installing an installed plugin updates it to a higher version', async t => {
  const { send, folder, from } = await siteOf(
    t,
    {
      hello: {
        entry: routed('hello', 'one').replace('export', "import { one } from './lib.js'\nexport"),
        files: { 'lib.js': 'export const one = 1' },
      },
    },
    {
      hello: {
        entry: routed('hello', 'one').replace('export', "import { one } from './lib.js'\nexport"),
        files: { 'lib.js': 'export const one = 1' },
      },
    },
  )
  await send('POST /plugins/hello/index', { body: { status: 'active' } })
  t.match(await send('GET //hello/v1/about'), { body: { value: 1 } })
  t.match(await send('POST /plugins', slugBody('hello')), { status: 409, body: { code: 'folder_exists' } })
  writePackages(from, {
    hello: {
      version: '1.1.0',
      entry: routed('hello', 'one').replace('export', "import { one } from './lib.js'\nexport"),
      files: { 'lib.js': 'export const one = 2' },
    },
  })
  t.match(await send('POST /plugins', slugBody('hello')), { status: 201, body: { status: 'active', version: '1.1.0' } })
  t.match(await send('GET //hello/v1/about'), { body: { value: 2 } }, 'also of what the entry imports')
  t.equal(readdirSync(folder).length, 1)

  writePackages(from, { hello: { version: '1.2.0', entry: 'throw new Error("bad update")' } })
  t.match(await send('POST /plugins', slugBody('hello')), {
    status: 409,
    body: { code: 'rest_plugin_activation_failed', message: /bad update/ },
  })
  t.match(await send('GET /plugins/hello/index'), { body: { status: 'active', version: '1.1.0' } })
  t.match(await send('GET //hello/v1/about'), { body: { value: 2 } })
  t.equal(readdirSync(folder).length, 1)
})

t.test('packages that cannot be installed', async t => {
  const { send, folder } = await siteOf(
    t,
    {},
    { broken: { platen: { entry: 'none.js' } }, future: { platen: { requires: { service: '99.0' } } } },
  )
  t.match(await send('POST /plugins', slugBody('broken')), {
    status: 409,
    body: { code: 'rest_plugin_installation_failed', message: /none\.js/ },
  })
  t.match(await send('POST /plugins', slugBody('future')), { status: 409, body: { code: 'rest_plugin_incompatible' } })
  t.same(readdirSync(folder), [])
})

t.test('a site without a source, or without plugins', async t => {
  const wp = await makeSite({ dialect: wpDialect })
  t.match(await wp.send('POST /plugins', slugBody('a')), { status: 500, body: { code: 'plugins_api_failed' } })
  for (const options of [{}, { plugins: pluginsOf([]) }]) {
    const { send } = await makeSite(options)
    t.match(await send('GET /plugins'), { status: 200, body: [] })
    t.match(await send('POST /plugins', slugBody('a')), { status: 404, body: { code: 'plugins_api_failed' } })
    t.match(await send('GET /plugins/a/b'), { status: 404, body: { code: 'rest_plugin_not_found' } })
    t.match(await send('DELETE /plugins/a/b'), { status: 404, body: { code: 'rest_plugin_not_found' } })
  }
  const { send } = await siteOf(t, {}, {}, { plugins: pluginsIn('/x', { source: pluginSourceIn('/no/such/folder') }) })
  t.match(await send('POST /plugins', slugBody('a')), { status: 500, body: { code: 'plugins_api_failed' } })
})

t.test('only inactive plugins with a folder are deleted', async t => {
  const { send, folder, store } = await siteOf(t, { hello: {}, 'hello~2': {} })
  await send('POST /plugins/hello/index', { body: { status: 'active' } })
  t.match(await send('DELETE /plugins/hello/index'), {
    status: 400,
    body: { code: 'rest_cannot_delete_active_plugin' },
  })
  await send('POST /plugins/hello/index', { body: { status: 'inactive' } })
  t.match(await send('DELETE /plugins/hello/index'), {
    status: 200,
    body: { deleted: true, previous: { plugin: 'hello/index', status: 'inactive', description: { raw: '' } } },
  })
  t.notOk(readdirSync(folder).includes('hello'))
  t.match(await send('GET /plugins/hello/index'), { status: 404 })
  t.same(await store.options.get('active_plugins'), [])

  const feature = { name: 'shop' }
  const program = await makeSite({ plugins: pluginsOf([{ manifest: { name: 'shop' }, feature }]) })
  t.match(await program.send('DELETE /plugins/shop/index'), {
    status: 409,
    body: { code: 'rest_cannot_delete_plugin' },
  })
})

t.test('the list: statuses, searches, pages', async t => {
  const { send } = await siteOf(t, { apple: {}, berry: {}, cherry: {} })
  await send('POST /plugins/berry/index', { body: { status: 'active' } })
  const found = async (query: string) =>
    ((await send(`GET /plugins?_fields=plugin&${query}`)).body as { plugin: string }[]).map(({ plugin }) => plugin)
  t.same(await found('status=active'), ['berry/index'])
  t.same(await found('status=active,inactive'), ['apple/index', 'berry/index', 'cherry/index'])
  t.same(await found('search=rr'), ['berry/index', 'cherry/index'])
  t.same(await found('search=RR'), [])
  t.same(await found('per_page=2&page=2'), ['cherry/index'])
  const { headers } = await send('GET /plugins?per_page=2')
  t.match(headers, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' })
})

t.test('the arguments of the specification', async t => {
  const { send } = await siteOf(t, {}, { hello: {} })
  const body = { plugin: 'hello/index', name: 'Mine', description: 'Mine' }
  t.match(await send('POST /plugins', { body }), { status: 201, body: { plugin: 'hello/index', name: 'hello' } })
  t.match(await send('POST /plugins', { body: {} }), {
    status: 400,
    body: { code: 'rest_missing_callback_param', data: { params: ['plugin'] } },
  })
  const wp = await siteOf(t, {}, { hello: {} }, { dialect: wpDialect })
  t.match(await wp.send('POST /plugins', { body }), { status: 400, body: { data: { params: ['slug'] } } })
})

t.test('who may do what', async t => {
  const roles = {
    administrator: { label: 'All', capabilities: ['read', 'activate_plugins', 'install_plugins'] },
    editor: { label: 'Installs', capabilities: ['read', 'install_plugins'] },
  }
  const { send, folder } = await siteOf(t, { hello: {} }, { hello: { version: '2.0' }, other: {} }, { roles })
  t.match(await send('DELETE /plugins/hello/index'), { status: 403, body: { code: 'rest_cannot_manage_plugins' } })
  t.match(await send('POST /plugins', slugBody('hello')), { status: 403, body: { code: 'rest_cannot_manage_plugins' } })
  t.match(await send('POST /plugins', { ...slugBody('other', { status: 'active' }), as: 'editor' }), {
    status: 403,
    body: { code: 'rest_cannot_activate_plugin' },
  })
  t.match(await send('POST /plugins', { ...slugBody('other'), as: 'editor' }), { status: 201 })
  t.match(await send('GET /plugins', { as: 'anonymous' }), { status: 401, body: { code: 'empty_username' } })
  t.match(readdirSync(folder).sort(), [/^hello/, /^other/])
})

t.test('site health: the size, the source, and plugins that fail', async t => {
  const made = await siteOf(t, { hello: {} }, { other: {} }, { onError: () => {} })
  const at = '//cms-site-health/v1'
  const { body } = await made.send(`GET ${at}/directory-sizes`)
  t.ok((body as { plugins_size: { raw: number } }).plugins_size.raw > 50)
  const updates = `GET ${at}/tests/background-updates`
  t.match(await made.send(updates), { body: { status: 'good', description: /offers 1/ } })
  writePackages(made.folder, { hello: { entry: 'throw new Error("broken")' } })
  await made.store.options.set('active_plugins', ['hello/index'])
  const later = await makeSite({
    plugins: pluginsIn(made.folder, { source: pluginSourceIn(made.from) }),
    store: made.store,
    onError: () => {},
  })
  t.match(await later.send(updates), { body: { status: 'recommended', description: /broken/ } })
  const without = await makeSite({ plugins: pluginsIn(join(made.folder, 'x')) })
  t.match(await without.send(updates), { body: { status: 'good', description: /no source/ } })
})
