import { compileSchema, type Schema } from '@platen/core'
import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const NAMES = [
  'name',
  'description',
  'url',
  'home',
  'gmt_offset',
  'timezone_string',
  'page_for_posts',
  'page_on_front',
  'show_on_front',
  'authentication',
  'site_logo',
  'site_icon',
  'site_icon_url',
  'namespaces',
  'routes',
  '_links',
]

t.test('the root describes the site to everybody', async t => {
  for (const dialect of [cmsDialect, wpDialect]) {
    const { send } = await makeSite({ dialect, title: 'Tom & "Jerry"' })
    const { status, body } = await send('GET //', { as: 'anonymous' })
    t.equal(status, 200)
    const root = body as Record<string, unknown>
    t.same(Object.keys(root).sort(), [...NAMES].sort(), dialect.name)
    t.match(root, {
      name: 'Tom &amp; &quot;Jerry&quot;',
      description: '',
      url: 'https://site.example',
      home: 'https://site.example',
      gmt_offset: '0',
      timezone_string: '',
      show_on_front: 'posts',
      site_icon_url: '',
    })
    t.ok((root.namespaces as string[]).includes(`${dialect.prefix}/v2`))
    t.ok(Object.hasOwn(root.routes as object, `/${dialect.prefix}/v2/settings`))
  }
})

t.test('its output matches its schema', async t => {
  const { send } = await makeSite({})
  const { schema } = (await send('OPTIONS //')).body as { readonly schema: Schema }
  const { body } = await send('GET //')
  t.equal(compileSchema(schema).validate(body, 'body'), undefined)
  t.strictSame(Object.keys(schema.properties ?? {}).sort(), NAMES.filter(name => name !== '_links').sort())
})

t.test('the schemas of indexes and actions, by dialect', async t => {
  for (const [dialect, titles] of [
    [cmsDialect, ['index', 'namespace', 'attachment', 'attachment']],
    [wpDialect, [undefined, undefined, undefined, undefined]],
  ] as const) {
    const { site } = await makeSite({ dialect })
    const own = `/${dialect.prefix}/v2`
    for (const [i, path] of ['/', own, `${own}/media/1/edit`, `${own}/media/1/post-process`].entries()) {
      const { body } = await site.dispatch({ method: 'OPTIONS', path })
      t.equal((body as { readonly schema?: Schema }).schema?.title, titles[i], `${dialect.name} ${path}`)
    }
  }
})

t.test('it follows the settings', async t => {
  const clock = () => Date.UTC(2024, 6, 1)
  const { send } = await makeSite({ dialect: wpDialect, services: { clock } })
  await send('POST /settings', {
    body: { title: 'Café <1>', timezone: 'Europe/Paris', show_on_front: 'page', page_on_front: 7, site_logo: 3 },
  })
  t.match((await send('GET //')).body, {
    name: 'Café &lt;1&gt;',
    gmt_offset: 2,
    timezone_string: 'Europe/Paris',
    show_on_front: 'page',
    page_on_front: 7,
    site_logo: 3,
  })
  t.same((await send('GET //?_fields=_links')).body, {
    _links: {
      help: [{ href: 'https://site.example/wp-json/?context=help' }],
      'wp:active-theme': [{ href: 'https://site.example/wp-json/wp/v2/themes/platen' }],
      'wp:featuredmedia': [{ href: 'https://site.example/wp-json/wp/v2/media/3', embeddable: true, type: 'site_logo' }],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  })
})

t.test('the index contains only the requested fields', async t => {
  const { send } = await makeSite()
  t.same((await send('GET //?_fields=name')).body, { name: 'A site' })
  t.same((await send('GET //?_fields=nothing')).body, [])
  t.same((await send('GET //?_fields=routes./cms/v2/settings.methods')).body, {
    routes: { '/cms/v2/settings': { methods: ['GET', 'POST', 'PUT', 'PATCH'] } },
  })
  t.equal((await send('HEAD //')).status, 200)
  t.match(await send('POST //', { body: {} }), { status: 404, body: { code: 'rest_no_route' } })
})

t.test('it says where applications are approved, where they can be', async t => {
  const { send } = await makeSite({ applicationPasswords: { approvalUrl: 'https://site.example/approve' } })
  t.match((await send('GET //?_fields=authentication', { as: 'anonymous' })).body, {
    authentication: { 'application-passwords': { endpoints: { authorization: /^https:\/\/site\.example\// } } },
  })
})

interface Root {
  readonly _links: Readonly<Record<string, readonly { readonly href: string; readonly type?: string }[]>>
}

t.test('the root links to the logo and the icon', async t => {
  const { send, store } = await makeSite({ dialect: wpDialect })
  const linked = async () => ((await send('GET //?_fields=_links')).body as unknown as Root)._links['wp:featuredmedia']
  t.equal(await linked(), undefined)
  await store.options.set('site_logo', 7)
  const link = (id: number, type: string) => ({
    href: `https://site.example/wp-json/wp/v2/media/${id}`,
    embeddable: true,
    type,
  })
  t.same(await linked(), [link(7, 'site_logo')])
  await store.options.set('site_icon', 8)
  t.same(await linked(), [link(7, 'site_logo'), link(8, 'site_icon')])
})

t.test('who writes learns the theme', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  for (const [as, shows] of [
    ['administrator', true],
    ['contributor', true],
    ['subscriber', false],
    ['anonymous', false],
  ] as const) {
    const { _links: links } = (await send('GET //?_fields=_links', { as })).body as unknown as Root
    t.equal('wp:active-theme' in links, shows, as)
  }
})
