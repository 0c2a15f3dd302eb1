import t from 'tap'
import { EVERY_BLOCK } from '../site/blocks/used-blocks.js'
import type { RanStatement } from '../sql/observe-statements.js'
import { fillSite } from './endpoint-growth.js'
import { everyRead } from './every-read.js'
import { growingSite, MOST_VISITS } from './growing-site.js'
import { type SiteRequest, write } from './site-requests.js'

t.setTimeout(280_000)

/** By how many statements the ways to search a small and a large site differ at most. */
const WAYS_TO_SEARCH = 10

const GROWING = ['posts', 'terms', 'assignments', 'users', 'comments', 'meta', 'application_passwords', 'post_texts']
/** Columns of which a value is that of very many records: an index by them alone is gone through from end to end. */
const SHARED = ['type', 'status', 'taxonomy', 'kind', 'key', 'date', 'modified', 'count', 'menu_order']

/**
 * Operations that cost more on a larger site, the reasons, and the costs, as listed in
 * `docs/guides/caching-and-performance.md`.
 */
const ACCEPTED: readonly [request: RegExp, reason: string][] = [
  [/orderby=parent&/, 'few want this order: an index would slow down every write'],
  [/^GET \/(?:posts|pages|media)\?orderby=slug&/, 'an index has the slugs of all types, among them those of revisions'],
  [/^GET \/(?:categories|tags)\?.*orderby=(?:term_group|description)&/, 'few want terms in these orders'],
  [/^GET \/categories\?hide_empty=true/, 'categories above those that are not empty are shown, too'],
  [/^GET \/users\?orderby=(?:registered_date|slug|url)&/, 'lists of people in these orders are for administrators'],
  [/^GET \/users\?has_published_posts=(?:nav_menu_item|cms_)/, 'few people write these'],
  [/^GET \/users\?(?:roles|capabilities|who)=/, 'roles are lists within the records of people'],
  [/^GET \/comments\?author_email=/, 'few want the comments of an address on all posts'],
  [/^GET \/menu-items\?status=(?:future|any)/, 'items of menus are few'],
  [/openapi\.json\?examples=true/, 'the requests of all other routes, each of which is looked at, too'],
  [/navigation-fallback/, 'menus are few, and so are the pages of a site without any'],
  [/^GET \/media\?m(?:edia|ime)_type=/, 'most files of a site are images'],
  [
    /^GET \/media\?(?:(?:modified_)?(?:after|before)|author_exclude)=/,
    'a total looks at the parent of each file that these leave: it decides whether the file may be read',
  ],
  [/^GET \/(?:widgets|sidebars)/, 'archives and calendars count the posts of every day, within an index'],
  [
    /^GET \/(?:templates|template-parts|block-types)(?:\?|$)/,
    'a list shows all that is stored of a theme, and that is few; the block of template parts has a variation for each',
  ],
  [/[?&]format=standard/, 'what has no format has it'],
  [/[?&]search=\w\w?(?:&|$)/, 'the index of texts has three characters and more'],
  [/[?&]search=-text/, 'all texts that have what is excluded are passed'],
  [
    /^GET \/(?:comments|users|categories|tags|menus|cms_pattern_category)\?search=/,
    'the index has texts of posts alone',
  ],
  [/^GET \/media\?.*search=/, 'the names of all files are looked at'],
]

/** Writes that store nothing, or nothing that grows. */
const NO_WRITES: readonly [route: RegExp, reason: string][] = [
  [/abilities\/.*\/run$/, 'does what the other routes do'],
  [/block-renderer|widget-types\/.*\/(?:encode|render)$/, 'renders'],
  [/\/plugins/, 'plugins are installed, not stored'],
  [/\/media\/.*\/(?:edit|post-process)$/, 'needs a processor of images; what it stores is like an upload'],
  [/^DELETE \/cms\/v2\/users\/me$/, 'like another user'],
]

/** The steps of a plan that go through a table that grows from end to end. */
function scans({ sql }: RanStatement, plan: readonly string[]): readonly string[] {
  if (sql.includes('where 1 = 0')) return []
  const subqueries = plan.flatMap(step => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(step)?.[1] ?? [])
  const tables = new Map([...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table, alias]) => [alias, table]))
  // A total is counted in an index, until the next write.
  const isCount = sql.startsWith('select count(*)')
  return plan.filter(step => {
    const [, how, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(step) ?? []
    const columns = [...(/\(([^)]*)\)$/.exec(step)?.[1] ?? '').matchAll(/(\w+)[<=>]/g)].map(([, column = '']) => column)
    if (how === undefined || subqueries.includes(name) || !GROWING.includes(tables.get(name) ?? name)) return false
    if (how === 'SEARCH' && columns.some(column => !SHARED.includes(column))) return false
    return !(isCount && step.includes('USING COVERING INDEX'))
  })
}

/** Adds a widget of each type to the sidebar of a site. */
async function addWidgets({ send }: Awaited<ReturnType<typeof growingSite>>): Promise<void> {
  for (const { id } of (await send('GET /widget-types')).body as readonly { readonly id: string }[]) {
    const raw = {
      title: 'A title',
      content: Object.values(EVERY_BLOCK).join(''),
      text: 'A text',
      nav_menu: 1001,
      count: 1,
    }
    const { status } = await send('POST /widgets', { body: { id_base: id, sidebar: 'main', instance: { raw } } })
    t.equal(status, 201, id)
  }
}

type GrowingSite = Awaited<ReturnType<typeof growingSite>>

/** Adds what the filled tables lack, and says by which keys records are found below their lists. */
async function complete(site: GrowingSite): Promise<ReadonlyMap<string, string>> {
  await addWidgets(site)
  const { ids } = await fillSite(site.site)
  const family = await site.send('POST /font-families', {
    body: { font_family_settings: JSON.stringify({ name: 'First', slug: 'first', fontFamily: 'First' }) },
  })
  const face = { fontFamily: 'First', fontWeight: '400', src: 'https://site.example/first.woff2' }
  const { id } = family.body as { readonly id: number }
  await site.send(`POST /font-families/${id}/font-faces`, { body: { font_face_settings: JSON.stringify(face) } })
  for (const list of [
    'pages/1007',
    `blocks/${ids.get('/cms/v2/blocks')}`,
    `navigation/${ids.get('/cms/v2/navigation')}`,
  ])
    for (const content of ['Second', 'Third']) await site.send(`POST /${list}`, { body: { content } })
  const filled = { posts: 1001, pages: 1007, media: 1008, comments: 1003, categories: 1020, tags: 1010, users: 1010 }
  // The rest is found in lists: what was made below another record has the key of that one.
  const collections = [...ids].filter(([path]) => !path.includes('autosaves') && path.split('/').length === 4)
  return new Map([
    ...collections,
    ...Object.entries(filled).map(([list, key]) => [`/cms/v2/${list}`, String(key)] as const),
    ['/cms/v2/block-types/namespace', 'core'],
    ['/cms/v2/block-types/core/name', 'paragraph'],
  ])
}

/** The endpoint of a request: a method and the pattern of a route. */
function endpointOf({ site }: GrowingSite, request: string): string {
  const [method = '', target = ''] = request.split(' ')
  const [path = ''] = target.split('?')
  const whole = path.startsWith('//') ? path.slice(1) : `/cms/v2${path}`
  const route = site.context.registry
    .routes()
    .find(
      route => route.path.match(whole) && route.endpoints.some(({ methods }) => methods.some(each => each === method)),
    )
  return `${method} ${route?.path.pattern}`
}

/** Every endpoint that writes. */
const writing = ({ site }: GrowingSite): readonly string[] =>
  site.context.registry
    .routes()
    .flatMap(({ endpoints, path }) =>
      endpoints.flatMap(({ methods }) =>
        methods[0] === 'GET' || methods[0] === undefined ? [] : [`${methods[0]} ${path.pattern}`],
      ),
    )

t.test(
  'what is read and written costs as many statements in a large site, and none reads a table from end to end',
  async t => {
    const folder = t.testdir()
    const [small, large] = [
      await growingSite(`${folder}/small.sqlite`, 1000),
      await growingSite(`${folder}/large.sqlite`, 100_000),
    ]
    t.teardown(() => Promise.all([small.close(), large.close()]))
    const planned = new Set<string>()
    const used = new Set<RegExp>()

    /** Looks at the plan of each statement, and at how many records queries go through. */
    const judge = (what: string, { sql, parameters }: RanStatement) => {
      const reason = ACCEPTED.find(([pattern]) => pattern.test(what))
      if (reason) used.add(reason[0])
      const statement = { sql, parameters }
      const key = JSON.stringify(statement)
      if (planned.has(key)) return
      planned.add(key)
      if (reason) return
      if (sql.startsWith('select') && !sql.startsWith('select count(*)')) {
        const visits = large.visitsOf(statement)
        if (visits > MOST_VISITS) t.fail(`${what}: goes through many records`, { sql, plan: large.planOf(statement) })
      } else if (!planned.has(sql)) {
        planned.add(sql)
        const plan = large.planOf(statement)
        const found = scans(statement, plan)
        if (found.length > 0) t.fail(`${what}: ${found.join()}`, { sql, plan })
      }
    }

    const send = async (site: GrowingSite, { request, as, body }: SiteRequest, like = request) => {
      site.ran.length = 0
      const options = { ...(as && { as }), ...(body && { body }) }
      const reply = await (request === 'POST /media' ? site.upload() : site.send(request, options))
      // Recorded later on, while another request may run.
      const ran = site.ran.filter(({ sql }) => !sql.includes('audit_events'))
      if (site === large) for (const statement of ran) judge(like, statement)
      const count = ran.length
      // Which totals are still known after writes depends on what was counted before.
      return { reply, count, uncounted: ran.filter(({ sql }) => !sql.startsWith('select count(*)')).length }
    }

    const known = await complete(small)
    t.same([...(await complete(large))], [...known], 'both have the same records')
    for (const site of [small, large]) await site.send('GET /posts')
    // Of both, so that the same numbers are counted already.
    const every = await everyRead(small, known)
    t.same(await everyRead(large, known), every, 'both are asked the same')
    t.ok(every.length > 900, `${every.length} reads`)
    let found = 0
    for (const read of every) {
      const { request, as = 'administrator' } = read
      const [few, many] = [await send(small, read), await send(large, read)]
      const isFlat = /[?&]search=/.test(request) ? many.count <= few.count + WAYS_TO_SEARCH : many.count === few.count
      if (!isFlat) t.fail(`${request} ${as}: ${few.count} statements, and ${many.count}`)
      if (many.reply.status !== few.reply.status) t.fail(`${request} ${as}: ${few.reply.status}, ${many.reply.status}`)
      if (many.reply.status === 200) found++
      if (many.reply.status >= 500) t.fail(`${request} ${as}: ${many.reply.status}`)
    }
    let followed = 0
    for (const { request } of every.filter(({ request }) => request.includes('orderby='))) {
      const { reply } = await send(large, { request: `${request}&cursor=` }, request)
      const [, next] = /<[^>]*\/cms\/v2(\/[^>]*)>; rel="next"/.exec(reply.headers['Link'] ?? '') ?? []
      if (reply.status !== 200 || next === undefined) continue
      t.equal((await send(large, { request: `GET ${next}` }, request)).reply.status, 200, next)
      followed++
    }
    t.ok(followed >= 80, `${followed} lists are continued by their cursors`)
    t.comment(`${every.length} reads, ${found} of them with 200; ${followed} lists are continued`)
    t.ok(found > 0.7 * every.length, `${found} of ${every.length} reads find something`)

    const written = new Set<string>()
    const counts = []
    for (const site of [small, large]) {
      const costs: string[] = []
      await write(async (request, body) => {
        const { reply, uncounted } = await send(site, { request, ...(body && { body }) })
        if (reply.status >= 300) t.fail(`${request}: ${reply.status}`, { body: reply.body })
        written.add(endpointOf(site, request))
        costs.push(`${request.replace(/[0-9a-f-]{36}/, 'uuid')}: ${uncounted} statements`)
        return (reply.body ?? {}) as Awaited<ReturnType<Parameters<typeof write>[0]>>
      })
      counts.push(costs)
    }
    t.same(counts[1], counts[0])
    t.comment(`${counts[1]?.length} writes`)
    const missing = writing(large).filter(
      endpoint => !written.has(endpoint) && !NO_WRITES.some(([pattern]) => pattern.test(endpoint)),
    )
    t.same(missing, [], 'every write is tried')
    large.ran.length = 0
    await large.site.publishDuePosts()
    for (const statement of large.ran) judge('posts that are due', statement)
    t.ok(planned.size > 200, `${planned.size} statements`)
    for (const [pattern, reason] of ACCEPTED) t.ok(used.has(pattern), `${pattern} is needed: ${reason}`)
  },
)
