import { type Dialect, dialects } from '@platen/site'
import t from 'tap'
import { bytesOf, mediaSite } from './features/media/media-site.js'
import type { TestSite } from './make-site.js'

const CHANGING = ['PUT', 'PATCH', 'DELETE'] as const

/** GET routes that this walk cannot reach, and why. */
const OUT_OF_REACH: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\/introspect$/, 'answers only who signed in with an application password'],
  [/^\/oembed\/|\/url-details$/, 'describe the page whose URL is sent'],
  [/-directory\//, 'search in sources that this site does not have'],
]

/** Answers that may change without a write. */
const TIMELY = /\/block-renderer\/core\/calendar\b/

/** Addresses that no link leads to. */
const UNLINKED = [
  '/statuses/publish',
  '/menu-locations/header',
  '/users/me/application-passwords',
  '/templates/lookup?slug=page',
  '/template-parts/lookup?slug=page',
]

/** A site with something of everything in it. */
async function filledSite(dialect: Dialect): Promise<TestSite> {
  const made = await mediaSite(
    {},
    {
      dialect,
      register(site) {
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
    // No link leads to autosaves.
    const autosaves = `${pathOf(address)}/autosaves`
    if (registry.dispatchContext.router.match(autosaves, 'GET') !== undefined) known.add(autosaves)
    for (const { id, wp_id } of address.endsWith('/autosaves') ? (body as { id: number; wp_id?: number }[]) : [])
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
      for (const address of addresses.filter(each => !TIMELY.test(each))) {
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
        for (const method of CHANGING.filter(each => route?.methods.includes(each))) {
          const before = store.revision()
          const { status, body } = await send(`${method} /${address}?force=true&reassign=false`, {
            body: {},
            headers: { 'if-match': '"v0-stale"' },
          })
          const { code } = body as { code: string }
          t.equal(store.revision(), before, `${method} ${address}: ${status} ${code}`)
          t.equal((await send(`GET /${address}`)).status, 200, 'it is still there')
          if (status === 412) {
            t.equal(code, 'rest_precondition_failed')
            changed.add(`${method} ${route?.path.pattern}`)
          } else t.equal(status, 403, `${method} ${address}: who may not change it is told so first`)
        }
      }
      for (const { path, methods } of registry.routes()) {
        for (const method of methods.includes('GET') ? CHANGING.filter(each => methods.includes(each)) : []) {
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
