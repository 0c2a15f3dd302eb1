import { pluginsIn, pluginsOf, postsIn, type Site, themes } from '@platen/site'
import { defineEvent, defineFeature, postSaved } from '@platen/site/extend'
import { StoreError } from '@platen/storage'
import t, { type Test } from 'tap'
import { someTurns } from '../../some-turns.js'
import { onEveryStore, twoProcesses } from '../every-store.js'
import { makeSite, type TestSite } from '../make-site.js'
import { routed, type TestPackage, temporaryFolder, writePackages } from './plugin-packages.js'

const folderOf = (t: Test, packages: Readonly<Record<string, TestPackage>>) =>
  pluginsIn(writePackages(temporaryFolder(t), packages))

const setStatus = ({ send }: TestSite, id: string, status: string) => send(`POST /plugins/${id}`, { body: { status } })
const statusOf = async ({ send }: TestSite, id: string) => (await send(`GET /plugins/${id}?_fields=status`)).body
const about = ({ send }: TestSite, name: string) => send(`GET //${name}/v1/about`)

const EVERYTHING = `
export default {
  name: 'shelf',
  setup(site) {
    site.registerPostType('tome', { label: 'Tomes', public: true, restBase: 'tomes', supports: ['title'] })
    site.registerTaxonomy('shelfmark', { label: 'Shelf marks', objectTypes: ['tome'], restBase: 'shelfmarks' })
    site.registerSetting('shelf_height', { type: 'integer', default: 3 })
    site.registerBlockType({ name: 'shelf/plank', title: 'Plank', category: 'text', render: () => '<p>plank</p>' })
  },
}
`

onEveryStore(t, 'what a plugin registers is there while it is active', async (t, make) => {
  const made = await make({ plugins: folderOf(t, { shelf: { entry: EVERYTHING } }) })
  const { send } = made
  const found = async () => [
    (await send('GET /tomes')).status,
    (await send('GET /shelfmarks')).status,
    'shelf_height' in ((await send('GET /settings')).body as object),
    (await send('GET /block-types/shelf/plank')).status,
  ]
  t.same(await found(), [404, 404, false, 404])
  t.match(await setStatus(made, 'shelf/index', 'active'), { status: 200, body: { status: 'active' } })
  t.same(await found(), [200, 200, true, 200])
  const { id } = (await send('POST /tomes', { body: { title: 'One', status: 'publish' } })).body as { id: number }
  t.match(await setStatus(made, 'shelf/index', 'inactive'), { status: 200, body: { status: 'inactive' } })
  t.same(await found(), [404, 404, false, 404])
  await setStatus(made, 'shelf/index', 'active')
  t.match(await send(`GET /tomes/${id}`), { status: 200 }, 'what was stored stays')
})

t.test('another process follows before its next request', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '"hi"') } })
  const [one, other] = await twoProcesses(t, { plugins })
  t.equal((await about(other, 'hello')).status, 404)
  await setStatus(one, 'hello/index', 'active')
  // SQLite shows what another connection has committed within milliseconds.
  await someTurns()
  t.match(await about(other, 'hello'), { status: 200, body: { value: 'hi' } })
  t.same(await statusOf(other, 'hello/index'), { status: 'active' })
  await setStatus(other, 'hello/index', 'inactive')
  await someTurns()
  t.equal((await about(one, 'hello')).status, 404)
})

t.test('changes of two processes at the same time are both stored', async t => {
  const plugins = folderOf(t, { a: { entry: routed('a', '1') }, b: { entry: routed('b', '2') } })
  const [one, other] = await twoProcesses(t, { plugins })
  await Promise.all([one.site.ready(), other.site.ready()])
  const results = await Promise.all([setStatus(one, 'a/index', 'active'), setStatus(other, 'b/index', 'active')])
  t.same(
    results.map(({ status }) => status),
    [200, 200],
  )
  await someTurns()
  for (const made of [one, other]) for (const name of ['a', 'b']) t.equal((await about(made, name)).status, 200)
})

t.test('a site starts with the plugins that are active', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '"hi"') } })
  const made = await makeSite({ plugins })
  await setStatus(made, 'hello/index', 'active')
  t.match(await about(await makeSite({ plugins, store: made.store }), 'hello'), { status: 200 })
  t.equal((await about(await makeSite({ store: made.store }), 'hello')).status, 404, 'not without its library')
})

t.test('a library in JavaScript may load without a promise', async t => {
  const feature = defineFeature({ name: 'hello' })
  const library = pluginsOf([{ manifest: { name: 'hello', version: '1.0.0' }, feature }])
  const made = await makeSite({ plugins: { ...library, load: () => ({ default: feature }) as never } })
  t.match(await setStatus(made, 'hello/index', 'active'), { status: 200, body: { status: 'active' } })
})

/** Plugins that fail, each with what the error names. */
const FAILING: Readonly<Record<string, readonly [entry: string, cause: RegExp]>> = {
  'that throws when it is imported': ['throw new Error("broken import")', /broken import/],
  'that is not JavaScript': ['export default {', /./],
  'that exports nothing': ['export const x = 1', /exports no feature/],
  'with a misspelt member': ['export default { name: "x", route() {} }', /did you mean "routes"/],
  'whose setup is asynchronous': [
    'export default { name: "x", async setup() { throw new Error("unseen") } }',
    /asynchronous setup/,
  ],
  'whose routes are declared later': [
    'export default { name: "x", async routes() { throw new Error("unseen") } }',
    /asynchronous routes/,
  ],
  'that throws in setup': ['export default { name: "x", setup() { throw new Error("broken setup") } }', /broken setup/],
  'that rejects in load': ['export default { name: "x", load: async () => { throw new Error("no file") } }', /no file/],
  'with a route that there is': [routed('x', '1').replace("'x/v1', '/about'", "'cms/v2', '/posts'"), /posts/],
  'with a name that there is': ['export default { name: "posts" }', /already in use/],
  'with a type that there is': [
    'export default { name: "x", setup: site => site.registerPostType("post", { label: "Mine" }) }',
    /already registered/,
  ],
  'with a wrong reference': [
    'export default { name: "x", setup: site => site.registerPostType("y", { label: "Y", supports: ["tilte"] }) }',
    /did you mean "title"/,
  ],
}

for (const [what, [entry, cause]] of Object.entries(FAILING))
  t.test(`a plugin ${what} changes nothing`, async t => {
    const errors: unknown[] = []
    const plugins = folderOf(t, { bad: { entry }, good: { entry: routed('good', '1') } })
    const made = await makeSite({ plugins, onError: error => errors.push(error) })
    await setStatus(made, 'good/index', 'active')
    const before = await made.store.options.get('active_plugins')
    const refused = await setStatus(made, 'bad/index', 'active')
    t.match(refused, { status: 409, body: { code: 'rest_plugin_activation_failed', message: cause } })
    t.same(await statusOf(made, 'bad/index'), { status: 'inactive' })
    t.same(await made.store.options.get('active_plugins'), before)
    t.equal((await about(made, 'good')).status, 200)
    t.same(errors, [])

    await made.store.options.set('active_plugins', ['bad/index', 'good/index'])
    const later = await makeSite({ plugins, store: made.store, onError: error => errors.push(error) })
    t.equal((await about(later, 'good')).status, 200, 'the site starts without it')
    t.match(errors, [{ message: cause }])
    t.same(await statusOf(later, 'bad/index'), { status: 'inactive' })
    const [bad] = await later.site.content.plugins.list({}, { as: later.site.system })
    t.match(bad, { id: 'bad/index', error: cause })
    t.match(await setStatus(later, 'bad/index', 'inactive'), { status: 200 })
    t.same(await made.store.options.get('active_plugins'), ['good/index'])
  })

t.test('a plugin that is gone is skipped', async t => {
  const errors: unknown[] = []
  const made = await makeSite({ plugins: folderOf(t, {}), onError: error => errors.push(error) })
  await made.store.options.set('active_plugins', ['gone/index'])
  t.match(await made.send('GET /plugins'), { status: 200, body: [] })
  t.match(errors, [{ message: /gone\/index.*not installed/ }])
})

t.test('requirements', async t => {
  const plugins = folderOf(t, {
    future: { platen: { requires: { service: '99.0' } } },
    modern: { platen: { requires: { runtime: '99.0' } } },
    modest: { platen: { requires: { service: '6.0', runtime: '18' } } },
  })
  const made = await makeSite({ plugins })
  for (const name of ['future', 'modern'])
    t.match(await setStatus(made, `${name}/index`, 'active'), {
      status: 409,
      body: { code: 'rest_plugin_incompatible' },
    })
  t.match(await setStatus(made, 'modest/index', 'active'), { status: 200, body: { requires_php: '18' } })
})

t.test('what the program registered stays when the plugins change', async t => {
  const saved: string[] = []
  const removed: string[] = []
  let remove: () => void = () => {}
  const plugins = folderOf(t, { hello: { entry: routed('hello', '1') } })
  const made = await makeSite({
    plugins,
    features: [defineFeature({ name: 'own', setup: site => void site.registerStatus('own', { label: 'Own' }) })],
    register(site: Site) {
      site.registerPostType('leaf', { label: 'Leaves', public: true, restBase: 'leaves', supports: ['title'] })
      site.on(postSaved, ({ post }) => void saved.push(post.title))
      remove = site.on(postSaved, ({ post }) => void removed.push(post.title))
    },
  })
  await made.send('POST /leaves', { body: { title: 'One' } })
  remove()
  made.site.registerRoute('late/v1', '/about', {
    endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: { value: 'late' } }) }],
  })
  await setStatus(made, 'hello/index', 'active')
  t.equal((await made.send('POST /leaves', { body: { title: 'Two' } })).status, 201)
  t.same(saved, ['One', 'Two'], 'each listener is called once')
  t.same(removed, ['One'])
  t.match(await about(made, 'late'), { status: 200 })
  t.throws(() => made.site.registerPostType('later', { label: 'Later' }), /already serves requests/)
  t.throws(() => made.site.use(defineFeature({ name: 'later' })), /already serves requests/)
})

t.test('calls in process use the plugins as they are', async t => {
  const plugins = folderOf(t, { shelf: { entry: EVERYTHING } })
  const { site, store } = await makeSite({ plugins })
  const { posts, plugins: content } = site.content
  const { context } = site
  const as = site.system
  await t.rejects(posts.create({ type: 'tome', title: 'x' }, { as }))
  t.match(await content.activate('shelf/index', { as }), { status: 'active' })
  t.equal((await posts.create({ type: 'tome', title: 'x' }, { as })).type, 'tome')
  t.ok(context.blocks.get('shelf/plank'), 'the context is the current one')
  await content.deactivate('shelf/index', { as })
  t.equal(await postsIn(store).count(), 1)
})

t.test('a request that is handled while the plugins change finishes', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '1') } })
  let go: () => void = () => {}
  const waiting = new Promise<void>(resolve => {
    go = resolve
  })
  const made = await makeSite({
    plugins,
    register: site =>
      site.registerRoute('slow/v1', '/about', {
        endpoints: [
          {
            methods: 'GET',
            permission: 'public',
            async handler() {
              await waiting
              return { body: { value: 'done' } }
            },
          },
        ],
      }),
  })
  await made.site.ready()
  const running = about(made, 'slow')
  t.match(await setStatus(made, 'hello/index', 'active'), { status: 200 })
  go()
  t.match(await running, { status: 200, body: { value: 'done' } })
})

t.test('features are stopped when they are replaced, and when a start fails', async t => {
  const log: string[] = []
  const plugins = folderOf(t, { bad: { entry: 'throw new Error("bad")' }, hello: { entry: routed('hello', '1') } })
  let number = 0
  const counted = defineEvent('counted')
  const feature = () => {
    const names = new WeakMap<object, string>()
    return defineFeature({
      name: 'counted',
      setup(site) {
        names.set(site.context, `${++number}`)
        site.on(counted, () => {})
      },
      stop: context => void log.push(`${names.get(context)}`),
    })
  }
  const made = await makeSite({ plugins, features: [feature()] })
  await setStatus(made, 'hello/index', 'active')
  t.same(log, ['1'])
  await setStatus(made, 'hello/index', 'inactive')
  t.same(log, ['1', '2'])
  await setStatus(made, 'hello/index', 'inactive')
  t.same(log, ['1', '2'], 'nothing changes')
})

t.test('a site whose store fails does not start, and can be tried again', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '1') } })
  const first = await makeSite({ plugins })
  await setStatus(first, 'hello/index', 'active')
  let fails = true
  const made = await makeSite({
    plugins,
    store: first.store,
    onError: () => {},
    wrapStore: store => ({
      ...store,
      prepare: async definitions => {
        if (fails) throw new StoreError('unavailable', 'down')
        return store.prepare(definitions)
      },
    }),
  })
  t.equal((await about(made, 'hello')).status, 503)
  fails = false
  t.equal((await about(made, 'hello')).status, 200)
})

t.test('a mistake of the program is not that of a plugin', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '1') } })
  const first = await makeSite({ plugins })
  await setStatus(first, 'hello/index', 'active')
  const { site } = await makeSite({
    plugins,
    store: first.store,
    onError: () => {},
    register: site => site.registerPostType('x', { label: 'X', supports: ['tilte'] }),
  })
  await t.rejects(site.ready(), /tilte/)
  await t.rejects(site.ready(), /tilte/)
})

t.test('themes that are watched stay when the plugins change', async t => {
  const plugins = folderOf(t, { hello: { entry: routed('hello', '1') } })
  const made = await makeSite({ plugins })
  await made.site.ready()
  const before = made.site.context.get(themes)
  await setStatus(made, 'hello/index', 'active')
  t.equal(made.site.context.get(themes), before)
  t.not((await makeSite({ plugins })).site.context.get(themes), before, 'another site has its own')
})
