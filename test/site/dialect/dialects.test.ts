import { type Dialect, dialects, wpDialect } from '@platen/site'
import t, { type Test } from 'tap'
import { bytesOf, mediaSite } from '../features/media/media-site.js'
import { makeSite, type TestSite } from '../make-site.js'

/** A row of the table of dialects. */
interface Row {
  readonly point: string
  readonly check: (t: Test, made: TestSite, dialect: Dialect) => Promise<void>
}

interface Body {
  readonly code: string
  readonly data: { readonly status: number } | null
  readonly additional_errors?: readonly Body[]
}

const bodyOf = <T>({ body }: { readonly body: unknown }) => body as T
const mapOf = (all: object, entry: (name: string) => object) =>
  Object.fromEntries(Object.keys(all).map(name => [name, entry(name)]))
const isWp = (dialect: Dialect) => dialect === wpDialect
const hasRoute = async ({ site }: TestSite, path: string) => {
  await site.ready()
  const at = path.startsWith('//') ? path.slice(1) : `/${site.context.namespace}${path}`
  return site.context.registry.routes().some(route => route.path.pattern === at)
}

/** Routes that need credentials, each with the code of its own. */
const PROTECTED: readonly (readonly [request: string, code: string, route: string])[] = [
  ['GET /settings', 'rest_forbidden', '/settings'],
  ['POST /settings', 'rest_forbidden', '/settings'],
  ['GET /users/me', 'rest_not_logged_in', '/users/me'],
  [
    'GET /users/me/application-passwords',
    'rest_not_logged_in',
    '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords',
  ],
  ['GET /themes', 'rest_cannot_view_themes', '/themes'],
  ['GET /plugins', 'rest_cannot_view_plugins', '/plugins'],
  ['GET //cms-site-health/v1/tests/https-status', 'rest_forbidden', '//cms-site-health/v1/tests/https-status'],
  ['GET //cms-abilities/v1/abilities', 'rest_forbidden', '//cms-abilities/v1/abilities'],
]

const SPECIFIED_SETTINGS = [
  'date_format',
  'default_category',
  'default_comment_status',
  'default_ping_status',
  'default_post_format',
  'description',
  'email',
  'language',
  'posts_per_page',
  'start_of_week',
  'time_format',
  'timezone',
  'title',
  'url',
  'use_smilies',
]
const EXTENDED_SETTINGS = ['page_for_posts', 'page_on_front', 'show_on_front', 'site_icon', 'site_logo']

type Shown = Record<string, { default?: unknown } | undefined>

/** The arguments of a list, as OPTIONS shows them. */
const argsOf = async (send: TestSite['send'], path: string): Promise<Shown> =>
  bodyOf<{ endpoints: [{ args: Shown }] }>(await send(`OPTIONS ${path}`)).endpoints[0].args

const ROWS: readonly Row[] = [
  {
    point: 'prefix of namespaces, headers, relations, built-in type names',
    async check(t, { send, site }, { prefix, headerPrefix }) {
      t.equal(site.context.namespace, `${prefix}/v2`)
      t.ok(
        bodyOf<{ namespaces: string[] }>(await send('GET //?_fields=namespaces')).namespaces.includes(`${prefix}/v2`),
      )
      await send('POST /posts', { body: { title: 'x', status: 'publish' } })
      const { headers, body } = await send('GET /posts')
      t.match(headers, { [`${headerPrefix}Total`]: '1', [`${headerPrefix}TotalPages`]: '1' })
      t.ok(Object.hasOwn((body as { _links: object }[])[0]?._links ?? {}, `${prefix}:term`))
      t.ok(Object.hasOwn(bodyOf<object>(await send('GET /types')), `${prefix}_block`))
    },
  },
  {
    point: 'base of relation addresses',
    async check(t, { send }, dialect) {
      const base = isWp(dialect) ? 'https://api.w.org/' : 'https://site.example/relations/'
      const { headers } = await send('GET /settings')
      t.match(headers.Link, `rel="${base}"`)
      await send('POST /posts', { body: { title: 'x', status: 'publish' } })
      const [post] = bodyOf<{ _links: { curies: unknown } }[]>(await send('GET /posts'))
      t.same(post?._links.curies, [{ name: dialect.prefix, href: `${base}{rel}`, templated: true }])
    },
  },
  {
    point: 'nonce header and parameter',
    async check(t, _made, { nonceHeader, nonceParameter, prefix }) {
      t.equal(nonceHeader, `X-${prefix.toUpperCase()}-Nonce`)
      t.equal(nonceParameter, `_${prefix}nonce`)
    },
  },
  ...PROTECTED.map(([request, code, route]): Row => {
    return {
      point: `no credentials: ${request}`,
      async check(t, made, dialect) {
        const inDialect = (text: string) => text.replace('//cms-', `//${dialect.prefix}-`)
        t.ok(await hasRoute(made, inDialect(route)), 'it is there')
        const answer = await made.send(inDialect(request), {
          as: 'anonymous',
          ...(request.startsWith('POST') ? { body: {} } : {}),
        })
        const body = bodyOf<Body>(answer)
        t.equal(answer.status, 401)
        t.same([body.code, body.data], isWp(dialect) ? [code, { status: 401 }] : ['empty_username', null])
        t.match(body.additional_errors, isWp(dialect) ? undefined : [{ code: 'empty_password', data: null }])
      },
    }
  }),
  {
    point: 'settings',
    async check(t, { send }, dialect) {
      const wanted = isWp(dialect) ? [...SPECIFIED_SETTINGS, ...EXTENDED_SETTINGS] : SPECIFIED_SETTINGS
      t.same(Object.keys(bodyOf<object>(await send('GET /settings'))).sort(), wanted.toSorted())
      t.equal((await send('POST /settings', { body: { show_on_front: 'page' } })).status, 200)
      const { show_on_front } = bodyOf<{ show_on_front?: string }>(await send('GET //?_fields=show_on_front'))
      t.equal(show_on_front, isWp(dialect) ? 'page' : 'posts', 'only what is in the table can be updated')
    },
  },
  {
    point: 'a setting that is switched off',
    async check(t, { send }, dialect) {
      t.same((await send('POST /settings?_fields=use_smilies', { body: { use_smilies: false } })).body, {
        use_smilies: false,
      })
      t.same((await send('GET /settings?_fields=use_smilies')).body, { use_smilies: isWp(dialect) ? null : false })
    },
  },
  {
    point: 'totals of what the caller may not read',
    async check(t, { send }, dialect) {
      const { headerPrefix } = dialect
      await send('POST /posts', { body: { title: 'Mine', status: 'draft' }, as: 'contributor' })
      for (const [title, status] of [
        ['Secret', 'private'],
        ['Plan', 'draft'],
        ['News', 'publish'],
      ])
        await send('POST /posts', { body: { title, status } })
      const totalOf = async (query: string, as: string) => {
        const { body, headers } = await send(`GET /posts?_fields=id&${query}`, { as })
        return [bodyOf<unknown[]>({ body }).length, headers[`${headerPrefix}Total`]]
      }
      for (const [query, readable, counted] of [
        ['status=private', 0, 1],
        ['status=draft', 1, 2],
        ['status=any', 2, 4],
        ['status=any&per_page=1&order=asc&orderby=title', 1, 4],
      ] as const)
        t.same(
          await totalOf(query, 'contributor'),
          [readable, String(isWp(dialect) ? counted : query.includes('per_page') ? 2 : readable)],
          query,
        )
      for (const filter of ['search=secret', 'slug=secret', 'after=2000-01-01T00:00:00', 'exclude=1', 'author=1'])
        t.same(await totalOf(`status=private&${filter}`, 'contributor'), [0, '0'], `${filter}: in no dialect`)
      t.same(await totalOf('status=any', 'administrator'), [4, '4'])
      t.same(await totalOf('', 'anonymous'), [1, '1'])
    },
  },
  {
    point: 'addresses below what the caller may not read',
    async check(t, { send }, dialect) {
      const page = async (body: object) => bodyOf<{ id: number }>(await send('POST /pages', { body })).id
      const parent = await page({ title: 'Secret', status: 'publish' })
      const id = await page({ title: 'Child', status: 'publish', parent })
      await send(`PUT /pages/${parent}`, { body: { status: 'private' } })
      const linkOf = async (as: string) => bodyOf<{ link: string }>(await send(`GET /pages/${id}`, { as })).link
      const pretty = 'https://site.example/secret/child/'
      t.equal(await linkOf('anonymous'), isWp(dialect) ? pretty : `https://site.example/?page_id=${id}`)
      t.equal(await linkOf('editor'), pretty)
    },
  },
  {
    point: 'the list of themes',
    async check(t, { send }, dialect) {
      t.equal((await send('GET /themes')).status, isWp(dialect) ? 200 : 400)
      t.equal((await send('GET /themes?status=inactive')).status, isWp(dialect) ? 200 : 400)
      t.equal((await send('GET /themes?status=active&per_page=0')).status, isWp(dialect) ? 200 : 400)
      const { body, headers } = await send('GET /themes?status=active&page=2')
      t.equal(bodyOf<unknown[]>({ body }).length, isWp(dialect) ? 1 : 0)
      t.equal(headers[`${dialect.headerPrefix}Total`], '1')
    },
  },
  {
    point: 'search',
    async check(t, { send }, dialect) {
      const { body } = await send('OPTIONS /search')
      const { args } = bodyOf<{
        endpoints: [{ args: Record<string, { enum?: string[]; items?: { enum: string[] } }> }]
      }>({
        body,
      }).endpoints[0]
      t.same(args['type']?.enum, isWp(dialect) ? ['post', 'term', 'post-format'] : ['post'])
      const terms = isWp(dialect) ? ['category', 'post_tag'] : []
      t.same(args['subtype']?.items?.enum.toSorted(), ['any', 'page', 'post', ...terms].toSorted())
      await send('POST /tags', { body: { name: 'Rose' } })
      await send('POST /posts', { body: { title: 'Roses', status: 'publish' } })
      t.match((await send('GET /search?search=rose')).body, [{ type: 'post', title: 'Roses' }])
      const found = await send('GET /search?search=rose&type=term')
      if (isWp(dialect)) t.match(found, { status: 200, body: [{ type: 'post_tag', title: 'Rose' }] })
      else t.match(found, { status: 400, body: { code: 'rest_invalid_param' } })
    },
  },
  {
    point: 'plugins',
    async check(t, { send }, dialect) {
      const { endpoints } = bodyOf<{ endpoints: readonly { args: Record<string, { required: boolean }> }[] }>(
        await send('OPTIONS /plugins'),
      )
      const [list, install] = endpoints.map(({ args }) => args)
      const reference = [
        ['context', 'search', 'status'],
        ['slug', 'status'],
      ]
      const specified = [
        ['page', 'per_page'],
        ['plugin', 'name', 'description'],
      ]
      for (const [i, args] of [list, install].entries())
        t.same(
          Object.keys(args ?? {}).sort(),
          [...(reference[i] ?? []), ...(isWp(dialect) ? [] : (specified[i] ?? []))].sort(),
        )
      t.equal(install?.['slug']?.required, isWp(dialect))
      const { headers } = await send('GET /plugins')
      t.equal(headers[`${dialect.headerPrefix}Total`], isWp(dialect) ? undefined : '0')
    },
  },
  {
    point: 'batch/v1 as a namespace',
    async check(t, { send }, dialect) {
      const { namespaces, routes } = bodyOf<{
        namespaces: string[]
        routes: Record<string, { namespace: string; methods: string[] }>
      }>(await send('GET //'))
      t.equal(namespaces.includes('batch/v1'), !isWp(dialect))
      t.match(routes['/batch/v1'], isWp(dialect) ? { namespace: '', methods: ['POST'] } : { namespace: 'batch/v1' })
      const index = await send('GET //batch/v1')
      if (isWp(dialect)) t.match(index, { status: 404, body: { code: 'rest_no_route' } })
      else t.match(index, { status: 200, body: { namespace: 'batch/v1', routes: { '/batch/v1': {} } } })
      const requests = [{ path: `/${dialect.prefix}/v2/posts`, body: { title: 'x' } }]
      t.match(await send('POST //batch/v1', { body: { requests } }), {
        status: 207,
        body: { responses: [{ status: 201 }] },
      })
    },
  },
  {
    point: 'the order where no other default is stated',
    async check(t, { send }, dialect) {
      for (const name of ['Birch', 'Alder']) {
        await send('POST /tags', { body: { name } })
        await send('POST /categories', { body: { name } })
      }
      for (const path of ['/categories', '/tags', '/users'])
        t.equal((await argsOf(send, path))['order']?.default, isWp(dialect) ? 'asc' : 'desc', path)
      const names = bodyOf<{ name: string }[]>(await send('GET /tags')).map(({ name }) => name)
      t.same(names, isWp(dialect) ? ['Alder', 'Birch'] : ['Birch', 'Alder'])
      t.equal((await argsOf(send, '/posts'))['order']?.default, 'desc')
    },
  },
  {
    point: 'offset',
    async check(t, { send }, dialect) {
      for (const name of ['a', 'b', 'c']) {
        await send('POST /tags', { body: { name } })
        await send('POST /categories', { body: { name } })
        for (const path of ['/posts', '/pages'])
          await send(`POST ${path}`, { body: { title: name, status: 'publish' } })
      }
      for (const path of ['/posts', '/pages', '/media', '/tags', '/users', '/categories', '/search']) {
        const declared = isWp(dialect) ? !['/categories', '/search'].includes(path) : true
        t.equal((await argsOf(send, path))['offset'] !== undefined, declared, path)
        const ids = async (query: string) =>
          bodyOf<{ id: number }[]>(await send(`GET ${path}?${query}`)).map(({ id }) => id)
        const all = await ids('per_page=100')
        if (declared) t.same(await ids('offset=1&per_page=2'), all.slice(1, 3), path)
      }
      if (isWp(dialect)) return
      const past = await send('GET /search?offset=100')
      t.match(past, { status: 200, body: [] }, 'there is nothing past the end')
    },
  },
  {
    point: 'parameters of GET /',
    async check(t, { send }, dialect) {
      const { routes } = bodyOf<{ routes: Record<string, { endpoints: { args: object }[] }> }>(await send('GET //'))
      t.same(Object.keys(routes['/']?.endpoints[0]?.args ?? {}), isWp(dialect) ? ['context'] : [])
      const { routes: helped } = bodyOf<{ routes: Record<string, object> }>(await send('GET //?context=help'))
      t.equal('schema' in (helped[`/${dialect.prefix}/v2/posts`] ?? {}), isWp(dialect))
    },
  },
  ...(
    [
      ['an empty name of a term', 'empty_term_name', 400, ({ send }) => send('POST /tags', { body: { name: '' } })],
      [
        'a taken slug of a term',
        'duplicate_term_slug',
        409,
        async ({ send }) => {
          await send('POST /tags', { body: { name: 'One' } })
          const { id } = bodyOf<{ id: number }>(await send('POST /tags', { body: { name: 'Two' } }))
          return send(`PUT /tags/${id}`, { body: { slug: 'one' } })
        },
      ],
      [
        'a taken login',
        'existing_user_login',
        409,
        ({ send }) => send('POST /users', { body: { username: 'author', email: 'new@example.com', password: 'x' } }),
      ],
      [
        'a taken email',
        'existing_user_email',
        409,
        ({ send }) => send('POST /users', { body: { username: 'new', email: 'author@example.com', password: 'x' } }),
      ],
      [
        'a long login',
        'user_login_too_long',
        400,
        ({ send }) =>
          send('POST /users', { body: { username: 'x'.repeat(61), email: 'new@example.com', password: 'x' } }),
      ],
    ] satisfies readonly (readonly [string, string, number, (made: TestSite) => ReturnType<TestSite['send']>])[]
  ).map(
    ([point, code, status, make]): Row => ({
      point: `a mistake: ${point}`,
      async check(t, made, dialect) {
        const answer = await make(made)
        t.match(answer, { status: isWp(dialect) ? 500 : status, body: { code, data: null } })
      },
    }),
  ),
  {
    point: 'a mistake: a refused upload',
    async check(t, _made, dialect) {
      const { upload } = await mediaSite({}, { dialect })
      const status = isWp(dialect) ? 500 : 415
      for (const [sending, code] of [
        [{}, 'rest_upload_sideload_error'],
        [{ form: {} }, 'rest_upload_unknown_error'],
      ] as const) {
        const answer = await upload('run.exe', bytesOf('x'), sending)
        t.match(answer, { status, body: { code, data: { status } } })
      }
    },
  },
  {
    point: 'annotations of an ability',
    async check(t, { send }, dialect) {
      const [ability] = bodyOf<[object]>(await send(`GET //${dialect.prefix}-abilities/v1/abilities?per_page=1`))
      const annotations = { readonly: true }
      t.match(ability, { meta: { annotations } })
      if (isWp(dialect)) t.notOk('annotations' in ability)
      else t.match(ability, { annotations })
    },
  },
  {
    point: '_fields of a map',
    async check(t, { send }, dialect) {
      const all = bodyOf<object>(await send('GET /types'))
      const fieldsOf = async (fields: string) => bodyOf<object>(await send(`GET /types?_fields=${fields}`))
      t.strictSame(await fieldsOf('slug'), isWp(dialect) ? [] : mapOf(all, slug => ({ slug })))
      t.strictSame(
        await fieldsOf('post,slug'),
        isWp(dialect) ? { post: { slug: 'post' } } : mapOf(all, slug => ({ slug })),
      )
      t.strictSame(await fieldsOf('post'), isWp(dialect) ? { post: [] } : mapOf(all, () => ({})))
    },
  },
]

for (const dialect of Object.values(dialects)) {
  t.test(`the dialect ${dialect.name}`, async t => {
    for (const { point, check } of ROWS) await t.test(point, async t => check(t, await makeSite({ dialect }), dialect))
  })
}
