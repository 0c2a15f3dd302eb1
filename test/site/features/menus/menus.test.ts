import { type Site, wpDialect } from '@platen/site'
import { termDeleted, termSaved } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const register = (site: Site) => {
  site.registerMenuLocation('primary', { description: 'At the top' })
  site.registerMenuLocation('footer', { description: 'At the bottom' })
}

async function create({ send }: Pick<TestSite, 'send'>, body: object): Promise<number> {
  const { status, body: menu } = await send('POST /menus', { body })
  t.equal(status, 201)
  return (menu as { id: number }).id
}

onEveryStore(t, 'a location shows one menu', async (t, make) => {
  const site = await make({ register })
  const shownBy = async () => {
    const { body } = await site.send('GET /menu-locations')
    return Object.entries(body as object).map(([name, { menu }]) => [name, menu])
  }
  const locationsOf = async (id: number) =>
    ((await site.send(`GET /menus/${id}`)).body as { locations: unknown }).locations

  const first = await create(site, { name: 'First', locations: ['footer', 'primary'] })
  t.strictSame(await locationsOf(first), ['footer', 'primary'], 'in the order of the assignment')
  const second = await create(site, { name: 'Second', locations: ['footer'] })
  t.strictSame(await locationsOf(first), ['primary'], 'the other menu loses it')
  t.strictSame(await shownBy(), [
    ['primary', first],
    ['footer', second],
  ])
  await site.send(`PUT /menus/${second}`, { body: { auto_add: true } })
  t.strictSame(await locationsOf(second), ['footer'], 'locations that are not sent stay')
  await site.send(`PUT /menus/${second}`, { body: { locations: [] } })
  t.strictSame(await shownBy(), [
    ['primary', first],
    ['footer', 0],
  ])
  await site.site.content.terms.delete(first, { as: site.site.system })
  t.strictSame(
    await shownBy(),
    [
      ['primary', 0],
      ['footer', 0],
    ],
    'a deleted menu leaves its locations, whichever call deletes it',
  )
})

t.test('links of menus and locations', async t => {
  const site = await makeSite({ register })
  const menu = await create(site, { name: 'Main', locations: ['footer'] })
  const at = 'https://site.example/cms-json/cms/v2'
  const { body } = await site.send(`GET /menu-locations/footer?_embed`)
  const { _links, _embedded } = body as { _links: Record<string, unknown>; _embedded: Record<string, { id: number }[]> }
  t.strictSame(_links['self'], [{ href: `${at}/menu-locations/footer`, targetHints: { allow: ['GET'] } }])
  t.strictSame(_links['cms:menu'], [{ embeddable: true, href: `${at}/menus/${menu}` }])
  t.equal(_embedded['cms:menu']?.[0]?.id, menu)
  const { body: primary } = await site.send(`GET /menu-locations/primary`)
  t.strictSame(Object.keys((primary as { _links: object })._links), ['self', 'collection'])
  const { body: shown } = await site.send(`GET /menus/${menu}`)
  t.strictSame((shown as { _links: Record<string, unknown> })._links['cms:menu-location'], [
    { embeddable: true, href: `${at}/menu-locations/footer` },
  ])
})

t.test('names', async t => {
  const site = await makeSite({ register })
  const side = await create(site, { name: 'Side bar', slug: 'other' })
  const slugOf = async () => ((await site.send(`GET /menus/${side}`)).body as { slug: string }).slug
  t.equal(await slugOf(), 'side-bar', 'the slug follows the name')
  await site.send(`PUT /menus/${side}`, { body: { name: 'Left <b>bar</b>', slug: 'mine' } })
  t.equal(await slugOf(), 'left-bar')
  t.equal((await site.send(`PUT /menus/${side}`, { body: { name: 'LEFT bar' } })).status, 200, 'its own name is free')
  const other = await create(site, { name: 'Left bar!' })
  t.equal(((await site.send(`GET /menus/${other}`)).body as { slug: string }).slug, 'left-bar-2')

  const refusals: [string, object, number, string][] = [
    ['POST /menus', { name: 'left BAR' }, 400, 'menu_exists'],
    [`PUT /menus/${other}`, { name: 'left BAR' }, 409, 'menu_exists'],
    ['POST /menus', { name: ' <i></i> ' }, 400, 'empty_term_name'],
    [`PUT /menus/${other}`, { name: '' }, 400, 'empty_term_name'],
    ['POST /menus', { name: 'New', parent: other }, 400, 'rest_taxonomy_not_hierarchical'],
    ['POST /menus', { name: 'New', locations: ['nowhere'] }, 400, 'rest_invalid_param'],
    ['POST /menus', { name: 'New', locations: ['__proto__'] }, 400, 'rest_invalid_param'],
    ['PUT /menus/1', { name: 'A category' }, 404, 'rest_term_invalid'],
  ]
  for (const [request, body, status, code] of refusals) {
    const response = await site.send(request, { body })
    t.match(response, { status, body: { code } }, `${request} ${JSON.stringify(body)}`)
  }
  const { body } = await site.send('POST /menus', { body: { name: 'left BAR' } })
  t.match(body, { data: { term_id: side }, additional_data: [side] })
  t.equal((await site.send('GET /menus')).headers['X-CMS-Total'], '2', 'nothing refused is stored')
})

t.test('an update without a description clears it', async t => {
  const { send, site } = await makeSite({ register, dialect: wpDialect })
  const id = await create({ send }, { name: 'Main', description: 'Above' })
  t.match((await send(`PUT /menus/${id}`, { body: { auto_add: true } })).body, { description: '', auto_add: true })
  await site.content.menus.update(id, { description: 'Below' }, { as: site.system })
  const menu = await site.content.menus.update(id, { autoAdd: false }, { as: site.system })
  t.equal(menu.description, 'Below', 'in process, what is absent stays')
})

t.test('who may read and write menus', async t => {
  const site = await makeSite({ register })
  const menu = await create(site, { name: 'Main', locations: ['footer'] })
  const statuses = async (request: string, body?: object) => {
    const all: Record<string, string> = {}
    for (const as of ['anonymous', 'subscriber', 'contributor', 'editor', 'administrator']) {
      const { status, body: answer } = await site.send(request, { as, ...(body && { body }) })
      all[as] = status < 300 ? 'yes' : (answer as { code: string }).code
    }
    return all
  }
  const refused = (code: string, ...to: string[]) =>
    Object.fromEntries(
      ['anonymous', 'subscriber', 'contributor', 'editor', 'administrator'].map(as => [
        as,
        to.includes(as) ? code : 'yes',
      ]),
    )
  const readers = refused('rest_cannot_view', 'anonymous', 'subscriber')
  const most = ['anonymous', 'subscriber', 'contributor', 'editor']
  t.strictSame(await statuses('GET /menus'), readers)
  t.strictSame(await statuses(`GET /menus/${menu}`), readers)
  t.strictSame(await statuses('GET /menus?context=edit'), refused('rest_forbidden_context', ...most))
  t.strictSame(await statuses(`GET /menus/${menu}?context=edit`), refused('rest_forbidden_context', ...most))
  t.strictSame(await statuses('GET /menu-locations'), refused('rest_cannot_view', ...most))
  t.strictSame(await statuses('GET /menu-locations/footer'), refused('rest_cannot_view', ...most))
  t.strictSame(await statuses(`PUT /menus/${menu}`, { description: 'x' }), refused('rest_cannot_update', ...most))
  t.strictSame(
    (await site.site.content.terms.find({}, { as: site.site.principalOf(undefined) })).records.map(
      term => term.taxonomy,
    ),
    ['category'],
    'terms in process hide menus too',
  )
})

t.test('menus in process', async t => {
  const { site, users } = await makeSite({ register })
  const { menus } = site.content
  const as = site.system
  const heard: string[] = []
  site.on(termSaved, ({ term }) => void heard.push(`saved ${term.name}`))
  site.on(termDeleted, ({ term }) => void heard.push(`deleted ${term.name}`))
  const menu = await menus.create({ name: 'Main', locations: ['primary'], autoAdd: true }, { as })
  t.equal((await menus.get(menu.id, { as }))?.name, 'Main')
  t.equal(await menus.get(1, { as }), undefined, 'a category is not a menu')
  t.equal(await menus.get(menu.id, { as: site.principalOf(undefined) }), undefined)
  t.equal((await menus.find({}, { as })).records.length, 1)
  await menus.update(menu.id, { name: 'Top' }, { as, version: menu.version })
  await t.rejects(menus.update(menu.id, { name: 'Late' }, { as, version: menu.version }), {
    code: 'rest_precondition_failed',
  })
  await t.rejects(menus.create({ name: 'x', locations: ['nowhere'] }, { as }), { code: 'rest_invalid_menu_location' })
  const editor = users.get('editor') as NonNullable<ReturnType<typeof users.get>>
  await t.rejects(menus.delete(menu.id, { as: editor }), { code: 'rest_cannot_delete' })
  await t.rejects(menus.delete(1, { as }), { code: 'rest_term_invalid' })
  await menus.delete(menu.id, { as })
  t.strictSame(heard, ['saved Main', 'saved Top', 'deleted Top'])
})

t.test('locations that cannot be registered', async t => {
  const { site } = await makeSite({ register })
  t.throws(() => site.registerMenuLocation('footer', { description: '' }), /already registered/)
  t.throws(() => site.registerMenuLocation('no name', { description: '' }), /not a valid name/)
  t.throws(() => site.registerMenuLocation('top', { descripton: '' } as never), /did you mean "description"/)
  await site.ready()
  t.throws(() => site.registerMenuLocation('late', { description: '' }), /already serves/)
})
