import { type Dialect, dialects, pluginsOf, postsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { bytesOf, mediaSite } from './features/media/media-site.js'
import { makeSite, type TestSite } from './make-site.js'

const CHANGING = ['PUT', 'PATCH', 'DELETE'] as const

/** GET routes that this walk cannot reach, and why. */
const OUT_OF_REACH: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\/introspect$/, 'answers only who signed in with an application password'],
  [/^\/oembed\/|\/url-details$/, 'describe the page whose URL is sent'],
  [/-directory\//, 'search in sources that this site does not have'],
]

/** Answers without a tag, and why. */
const UNTAGGED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\/export$/, 'an archive is packed while it is sent'],
]

const FAMILY = { name: 'Abel', fontFamily: 'Abel' }

/** Whether a method changes what a route leads to; in one dialect, font families are changed by POST alone. */
const changes = (dialect: Dialect, method: string, pattern: string): boolean =>
  !RUNS.test(pattern) && (dialect.putsFontFamilies || method === 'DELETE' || !/\/font-families\/[^/]*$/.test(pattern))

/** Routes that change nothing of their own, whatever their methods. */
const RUNS = /\/run$/

/** Answers that may change without a write. */
const TIMELY = /\/block-renderer\/core\/calendar\b/

/** Addresses that no link leads to. */
const UNLINKED = [
  '/statuses/publish',
  '/menu-locations/header',
  '/users/me/application-passwords',
  '/templates/lookup?slug=page',
  '/template-parts/lookup?slug=page',
  '/themes?status=active',
  '/global-styles/themes/platen',
  '/global-styles/themes/platen/variations',
  '/font-collections/garden',
  '/icons/core',
  '/icons/core/check',
  '/icon-collections/core',
  '/view-config?kind=postType&name=page',
  '/plugins/garden/index',
]

/** A site with something of everything in it. */
async function filledSite(dialect: Dialect): Promise<TestSite> {
  const made = await mediaSite(
    {},
    {
      dialect,
      plugins: pluginsOf([{ manifest: { name: 'garden', version: '1.0.0' }, feature: { name: 'garden' } }]),
      register(site) {
        site.registerFontCollection('garden', { name: 'Fonts of the garden', families: [] })
        site.use({ name: 'deletion', capabilities: { administrator: ['delete_revisions'] } })
        site.registerMenuLocation('header', { description: 'Header' })
        site.registerSidebar('footer', { name: 'Footer' })
      },
    },
  )
  const create = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const { status, body: answer } = await made.send(`POST ${path}`, { body })
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return (answer as { id: number }).id
  }
  const category = await create('/categories', { name: 'News' })
  const tag = await create('/tags', { name: 'Small' })
  await create(`/${dialect.prefix}_pattern_category`, { name: 'Headers' })
  const post = await create('/posts', {
    title: 'First',
    content: 'Words',
    status: 'publish',
    categories: [category],
    tags: [tag],
  })
  await made.send(`PUT /posts/${post}`, { body: { content: 'Other words' } })
  await create('/comments', { post, content: 'Words' })
  for (const path of ['/pages', '/blocks', '/navigation']) {
    const parent = await create(path, { title: 'Parent', content: 'Words', status: 'publish' })
    const id = await create(path, { title: 'One', content: 'Words', status: 'publish', parent })
    await made.send(`PUT ${path}/${id}`, { body: { content: 'Other words' } })
    await made.send(`POST ${path}/${id}/autosaves`, { body: { content: 'Unsaved words' } })
  }
  await made.send(`POST /posts/${post}/autosaves`, { body: { content: 'Unsaved words' } })
  await create('/comments', { post, content: 'Well said' })
  for (const path of ['/templates/platen//index', '/template-parts/platen//header']) {
    for (const content of ['Words', 'Other words', 'More words']) await made.send(`PUT ${path}`, { body: { content } })
    await made.send(`POST ${path}/autosaves`, { body: { content: 'Unsaved words' } })
  }
  const [theme] = (await made.send('GET /themes?status=active')).body as { _links: object }[]
  const styles = /global-styles\/\d+/.exec(JSON.stringify(theme?._links))?.[0]
  for (const color of ['#111111', '#222222'])
    await made.send(`POST /${styles}`, { body: { styles: { color: { text: color } } } })
  const family = await create('/font-families', {
    font_family_settings: JSON.stringify({ ...FAMILY, slug: 'abel' }),
  })
  await create(`/font-families/${family}/font-faces`, {
    font_face_settings: JSON.stringify({ fontFamily: 'Abel', src: 'https://site.example/abel.woff2' }),
  })
  const menu = await create('/menus', { name: 'Main', locations: ['header'] })
  const item = await create('/menu-items', {
    title: 'Home',
    url: 'https://site.example/',
    menus: menu,
    status: 'publish',
  })
  await made.send(`POST /menu-items/${item}/autosaves`, { body: { title: 'Start' } })
  await create('/widgets', { id_base: 'text', sidebar: 'footer', instance: { raw: { text: 'Words' } } })
  const { status } = await made.upload('notes.txt', bytesOf('Words'))
  if (status !== 201) throw new Error(`/media: ${status}`)
  await made.send('POST /users/me/application-passwords', { body: { name: 'app' } })
  return made
}

/** The addresses of the interface that stand in an answer, without the interface's own. */
function addressesIn(body: unknown, base: string): readonly string[] {
  if (body === null || typeof body !== 'object') return []
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'href' && typeof value === 'string' && value.startsWith(`${base}/`)
      ? [value.slice(base.length)]
      : addressesIn(value, base),
  )
}

const withoutTemplates = (address: string) => !/[{}]/.test(address)

/** Asks for every address that can be reached from the plain routes by links; gives those that answer 200. */
async function reachable({ send, site }: TestSite): Promise<readonly string[]> {
  await site.ready()
  const { registry, apiUrl } = site.context
  const plain = registry
    .routes()
    .filter(route => route.path.literal && route.methods.includes('GET'))
    .map(route => route.path.pattern)
  const known = new Set([...plain, ...UNLINKED.map(path => `/${site.context.namespace}${path}`)])
  const answering: string[] = []
  for (const address of known) {
    const { status, body } = await send(`GET /${address}`)
    if (status !== 200) continue
    answering.push(address)
    for (const found of addressesIn(body, apiUrl)) if (withoutTemplates(found)) known.add(found)
    // No link leads to autosaves, nor to some revisions.
    const autosaves = `${pathOf(address)}/autosaves`
    if (registry.dispatchContext.router.match(autosaves, 'GET') !== undefined) known.add(autosaves)
    for (const { id, wp_id } of /\/(?:autosaves|revisions)$/.test(address)
      ? (body as { id: number; wp_id?: number }[])
      : [])
      known.add(`${address}/${wp_id ?? id}`)
    for (const item of Array.isArray(body) ? (body as { uuid?: string }[]) : [])
      if (item.uuid !== undefined) known.add(`${address}/${item.uuid}`)
  }
  return answering
}

const pathOf = (address: string) => address.split('?')[0] ?? address

for (const dialect of Object.values(dialects)) {
  t.test(`conditional requests in the dialect ${dialect.name}`, async t => {
    const made = await filledSite(dialect)
    const { send, site, store } = made
    const { registry } = site.context
    const addresses = await reachable(made)
    const routeOf = (address: string) => registry.dispatchContext.router.match(pathOf(address), 'GET')?.route

    await t.test('every route that can be read was read', async t => {
      const read = new Set(addresses.map(address => routeOf(address)?.path.pattern))
      for (const { path, methods } of registry.routes()) {
        if (!methods.includes('GET') || OUT_OF_REACH.some(([pattern]) => pattern.test(path.pattern))) continue
        t.ok(read.has(path.pattern), path.pattern)
      }
    })

    await t.test('what the caller has is not sent again', async t => {
      for (const address of addresses.filter(
        each => !TIMELY.test(each) && !UNTAGGED.some(([pattern]) => pattern.test(each)),
      )) {
        const { ETag: tag = '' } = (await send(`GET /${address}`)).headers
        t.match(tag, /^"[^"]+"$/, address)
        const again = await send(`GET /${address}`, { headers: { 'if-none-match': tag } })
        t.match({ status: again.status, tag: again.headers.ETag, text: again.text() }, { status: 304, tag, text: '' })
        t.equal((await send(`GET /${address}`, { headers: { 'if-none-match': '"another"' } })).status, 200)
      }
    })

    await t.test('a change that is based on something else changes nothing', async t => {
      const changed = new Set<string>()
      for (const address of new Set(addresses.map(pathOf))) {
        const route = routeOf(address)
        const pattern = route?.path.pattern ?? ''
        for (const method of CHANGING.filter(
          each => route?.methods.includes(each) && changes(dialect, each, pattern),
        )) {
          const before = store.revision()
          const { status, body } = await send(`${method} /${address}?force=true&reassign=false`, {
            body: /\/font-families\//.test(address) ? { font_family_settings: JSON.stringify(FAMILY) } : {},
            headers: { 'if-match': '"v0-stale"' },
          })
          const { code } = body as { code: string }
          t.equal(store.revision(), before, `${method} ${address}: ${status} ${code}`)
          t.equal((await send(`GET /${address}`)).status, 200, 'it is still there')
          if (status === 412) {
            t.equal(code, 'rest_precondition_failed')
            changed.add(`${method} ${pattern}`)
          } else t.equal(status, 403, `${method} ${address}: who may not change it is told so first`)
        }
      }
      for (const { path, methods } of registry.routes()) {
        const own = CHANGING.filter(each => methods.includes(each) && changes(dialect, each, path.pattern))
        for (const method of methods.includes('GET') ? own : []) {
          t.ok(changed.has(`${method} ${path.pattern}`), `${method} ${path.pattern} was tried`)
        }
      }
    })

    await t.test('the tag of any view is good for a change, until something has changed', async t => {
      for (const [list, change] of [
        ['/posts', { title: 'Changed' }],
        ['/pages', { title: 'Changed' }],
        ['/categories', { description: 'Changed' }],
        ['/tags', { description: 'Changed' }],
        ['/users', { description: 'Changed' }],
        ['/media', { title: 'Changed' }],
      ] as const) {
        const [{ id }] = (await send(`GET ${list}?_fields=id&order=desc&orderby=id`)).body as [{ id: number }]
        const { ETag: whole = '' } = (await send(`GET ${list}/${id}?context=edit`)).headers
        const { ETag: part = '' } = (await send(`GET ${list}/${id}?_fields=id`)).headers
        t.equal(
          (await send(`PUT ${list}/${id}`, { body: change, headers: { 'if-match': part } })).status,
          200,
          `${list} by a part`,
        )
        for (const old of [whole, part])
          t.equal((await send(`PUT ${list}/${id}`, { body: change, headers: { 'if-match': old } })).status, 412)
        t.equal(
          (await send(`PUT ${list}/${id}`, { body: change, headers: { 'if-match': '*' } })).status,
          200,
          `${list} whatever it is at`,
        )
        const { ETag: now = '' } = (await send(`GET ${list}/${id}`)).headers
        const gone = await send(`DELETE ${list}/${id}?force=true&reassign=false`, { headers: { 'if-match': now } })
        t.equal(gone.status, 200, `${list} is deleted by what it is at`)
      }
    })
  })
}

const WRITERS = 20

t.test('requests whose writes are committed together', async t => {
  const statements: string[] = []
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite`, onStatement: sql => statements.push(sql) })
  const { send } = await makeSite({ store })
  const all = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: WRITERS }, (_, at) => work(at)))
  const published = { title: 'Same', content: 'Text', status: 'publish' }

  const created = await all(() => send('POST /posts', { body: published }))
  const bodies = created.map(({ body }) => body as { readonly id: number; readonly slug: string })
  t.same(
    bodies.map(({ slug }) => slug),
    bodies.map((_, at) => (at === 0 ? 'same' : `same-${at + 1}`)),
    'each sees the slugs of those before it',
  )
  const term = await send('GET /categories/1')
  t.equal((term.body as { count: number }).count, WRITERS, 'and their counts')

  const [first] = bodies
  const path = `/posts/${first?.id}`
  const etag = String((await send(`GET ${path}?context=edit`)).headers['ETag'])
  const updated = await all(at => send(`PUT ${path}`, { body: { title: `By ${at}` }, headers: { 'if-match': etag } }))
  t.same(
    updated.map(({ status }) => status),
    updated.map((_, at) => (at === 0 ? 200 : 412)),
  )
  const after = (await send(`GET ${path}`)).body as { readonly title: { readonly rendered: string } }
  t.equal(after.title.rendered, 'By 0')

  const mixed = await all(at =>
    at % 3 === 0
      ? send('POST /tags', { body: { name: 'Same tag' } })
      : send('POST /posts', { body: { ...published, title: `Mixed ${at}`, tags: at % 3 === 1 ? [] : [9999] } }),
  )
  t.equal(mixed.filter(({ status }) => status === 201).length, WRITERS - 6, 'one tag of seven, and every post')
  const conflicts = mixed.filter(({ status }) => status !== 201).map(({ body }) => (body as { code: string }).code)
  t.same(new Set(conflicts), new Set(['term_exists']))
  t.equal(await postsIn(store).count(), WRITERS * 2 - 7 + 1)

  await send('POST /posts', { body: published })
  statements.length = 0
  await send('POST /posts', { body: { ...published, title: 'Counted' } })
  t.ok(statements.length <= 10, `${statements.length} statements for a creation`)
  await store.close()
})

for (const dialect of Object.values(dialects))
  t.test(`responses to POST and PATCH have the tag of the stored version (${dialect.name})`, async t => {
    const { send } = await makeSite({ dialect })
    const post = (
      (await send('POST /posts', { body: { title: 'Commented', status: 'publish' } })).body as { id: number }
    ).id
    for (const [list, value, change] of [
      ['/posts', { title: 'One' }, { title: 'Two' }],
      ['/pages', { title: 'One' }, { title: 'Two' }],
      ['/categories', { name: 'One' }, { name: 'Two' }],
      ['/comments', { post, content: 'One' }, { content: 'Two' }],
      ['/users', { username: 'ann', email: 'ann@site.example', password: 'x' }, { first_name: 'Ann' }],
      ['/menus', { name: 'One' }, { name: 'Two' }],
    ] as const) {
      const created = await send(`POST ${list}`, { body: value })
      const path = `${list}/${(created.body as { id: number }).id}`
      let { ETag: tag = 'none' } = created.headers
      for (const method of ['PATCH', 'POST', 'PATCH'] as const) {
        const response = await send(`${method} ${path}`, { body: change, headers: { 'if-match': tag } })
        t.equal(response.status, 200, `${method} ${path} with ${tag}`)
        tag = response.headers['ETag'] ?? 'none'
        t.ok((await send(`GET ${path}`)).headers['ETag']?.startsWith(tag.slice(0, -1)), `${method} ${path}: ${tag}`)
      }
      const put = await send(`PUT ${path}`, { body: change, headers: { 'if-match': tag } })
      t.same([put.status, put.headers['ETag']], [200, undefined])
    }
  })
