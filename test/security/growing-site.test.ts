import t from 'tap'
import { EVERY_BLOCK } from '../site/blocks/used-blocks.js'
import { growingSite, type RanStatement } from './growing-site.js'
import { itemRequests, listRequests, type SiteRequest, write } from './site-requests.js'

const GROWING = ['posts', 'terms', 'assignments', 'users', 'comments', 'meta', 'application_passwords', 'post_texts']
/** Columns of which a value is that of very many records: an index by them alone is gone through from end to end. */
const SHARED = ['type', 'status', 'taxonomy', 'kind', 'key', 'date', 'modified', 'count', 'menu_order']

/** What costs more in a larger site, and why that is accepted. */
const ACCEPTED: readonly [request: RegExp, reason: string][] = [
  [/orderby=(?:author|parent|slug)&/, 'few want posts in these orders: an index would slow down every write'],
  [/^GET \/(?:categories|tags|cms_pattern_category)\?.*orderby=(?:id|term_group|description)&/, 'terms are few'],
  [/^GET \/categories\?hide_empty=true/, 'categories are few'],
  [/^GET \/users\?orderby=(?:registered_date|slug|url)&/, 'lists of people in these orders are for administrators'],
  [/^GET \/menu-items\?status=(?:future|any)/, 'items of menus are few'],
  [/^DELETE \/menus\//, 'items of menus are few'],
  [/navigation-fallback$/, 'menus are few'],
  [/^GET \/comments\?orderby=post&/, 'few want comments in this order: an index would slow down every write'],
  [/^GET \/users\?(?:roles|capabilities|who)=/, 'roles are lists within the records of people'],
  [
    /^GET \/media\?(?:(?:modified_)?(?:after|before)|author_exclude)=/,
    'a total looks at the parent of each file that these leave: it decides whether the file may be read',
  ],
  [/^GET \/(?:widgets|sidebars)/, 'archives and calendars count the posts of every day, within an index'],
  [
    /^GET \/(?:templates|template-parts|block-types)(?:\?|$)/,
    'a list shows all that is stored of a theme, and that is few; the block of template parts has a variation for each',
  ],
  [/[?&](?:search|format=standard)/, 'searching by words, and for what has no format, looks at many posts'],
]

/** The steps of a plan that go through a table that grows from end to end. */
function scans({ sql }: RanStatement, plan: readonly string[]): readonly string[] {
  if (sql.includes('where 1 = 0')) return []
  const subqueries = plan.flatMap(step => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(step)?.[1] ?? [])
  const tables = new Map([...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table, alias]) => [alias, table]))
  // A page in the order of an index is found without a look at what comes after it.
  const isPage = /\blimit \? \+ 0 /.test(sql) && !plan.includes('USE TEMP B-TREE FOR ORDER BY')
  // A total is counted in an index, until the next write.
  const isCount = sql.startsWith('select count(*)')
  return plan.filter(step => {
    const [, how, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(step) ?? []
    const columns = [...(/\(([^)]*)\)$/.exec(step)?.[1] ?? '').matchAll(/(\w+)[<=>]/g)].map(([, column = '']) => column)
    if (how === undefined || subqueries.includes(name) || !GROWING.includes(tables.get(name) ?? name)) return false
    if (how === 'SEARCH' && columns.some(column => !SHARED.includes(column))) return false
    return !isPage && !(isCount && step.includes('USING COVERING INDEX'))
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

t.test(
  'what is read and written costs as many statements in a large site, and none reads a table from end to end',
  async t => {
    const folder = t.testdir()
    const sites = await Promise.all([1000, 100_000].map(async count => growingSite(`${folder}/${count}.sqlite`, count)))
    t.teardown(() => Promise.all(sites.map(({ close }) => close())))
    const planned = new Set<string>()
    const used = new Set<RegExp>()

    const send = async ({ request, as, body }: SiteRequest, site: (typeof sites)[number]) => {
      site.ran.length = 0
      const reply = await site.send(request, { ...(as && { as }), ...(body && { body }) })
      const ran = [...site.ran]
      const reason = ACCEPTED.find(([pattern]) => pattern.test(request))
      if (reason) used.add(reason[0])
      for (const statement of ran) {
        if (planned.has(statement.sql)) continue
        planned.add(statement.sql)
        const plan = site.planOf(statement)
        const found = reason ? [] : scans(statement, plan)
        if (found.length > 0) t.fail(`${request} ${as ?? ''}`, { sql: statement.sql, plan })
      }
      return { reply, count: ran.length }
    }
    const sendToAll = async (sent: SiteRequest) => {
      const results = []
      for (const site of sites) results.push(await send(sent, site))
      const [small, large] = results
      t.equal(large?.count, small?.count, `statements of ${sent.request} ${sent.as ?? ''}`)
      t.equal(large?.reply.status, small?.reply.status, sent.request)
      return large?.reply ?? t.bailout()
    }

    for (const site of sites) await addWidgets(site)
    for (const site of sites) await site.send('GET /posts')
    const lists = await listRequests(sites[0] as Awaited<ReturnType<typeof growingSite>>)
    t.ok(lists.length > 150, `${lists.length} lists`)
    let refused = 0
    for (const list of lists) if ((await sendToAll(list)).status !== 200) refused++
    t.ok(refused < lists.length / 12, `${refused} were refused`)
    for (const item of itemRequests) t.equal((await sendToAll(item)).status, 200, `${item.request} ${item.as}`)
    const counts = []
    for (const site of sites) {
      const written: string[] = []
      await write(async (request, body) => {
        const { reply, count } = await send({ request, ...(body && { body }) }, site)
        t.ok(reply.status < 300, `${request}: ${reply.status}`)
        const made = (reply.body ?? {}) as { readonly id?: number; readonly uuid?: string }
        written.push(`${request.replace(/[0-9a-f-]{36}/, 'uuid')}: ${count} statements`)
        return made
      })
      counts.push(written)
    }
    t.same(counts[1], counts[0])
    for (const site of sites) {
      site.ran.length = 0
      await site.site.publishDuePosts()
      for (const statement of site.ran) t.same(scans(statement, site.planOf(statement)), [], 'posts that are due')
    }
    t.ok(planned.size > 200, `${planned.size} statements`)
    for (const [pattern, reason] of ACCEPTED) t.ok(used.has(pattern), `${pattern} is needed: ${reason}`)
  },
)
