import {
  anonymous,
  defineResource,
  endpoint,
  type Links,
  linkTable,
  type RegistryOptions,
  type Reply,
} from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const base = 'https://site.example/cms-json'
const to = (path: string, attributes = {}) => ({ href: `${base}/a/v1${path}`, embeddable: true, ...attributes })

function aSite(reply: () => Reply, options: RegistryOptions = {}) {
  const { registry, errors } = aRegistry(options)
  const fetched: string[] = []
  const get = (
    path: string,
    permission: 'public' | { capability: string },
    answer: (params: Readonly<Record<string, unknown>>) => Reply,
  ) =>
    registry.route('a/v1', path, {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission,
          handler(request) {
            fetched.push(request.path)
            return answer(request.params as Readonly<Record<string, unknown>>)
          },
        }),
      ],
    })
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: ['GET', 'POST', 'DELETE'], permission: 'public', handler: reply })],
  })
  get('/people/{id}', 'public', ({ id, context }) => ({
    body: { id, context },
    links: { self: [to(`/people/${id}`)] },
  }))
  get('/secrets/{id}', { capability: 'know' }, () => ({ body: { secret: true } }))
  get('/lists/{id}', 'public', ({ id }) => ({ body: id === 0 ? [] : [{ of: id }] }))
  get('/broken', 'public', () => {
    throw new Error('unforeseen')
  })
  const send = (query: string, method = 'GET', headers = {}) =>
    registry.dispatch({ method, path: '/a/v1/x', query, headers })
  return { send, fetched, errors }
}

const links: Links = {
  self: [{ href: `${base}/a/v1/x` }],
  author: [to('/people/1')],
  editor: [to('/people/2?context=view&more=1')],
  plain: [{ href: `${base}/a/v1/people/3` }],
  elsewhere: [{ href: 'https://other.example/cms-json/a/v1/people/4', embeddable: true }],
  alike: [{ href: `${base}x/a/v1/people/5`, embeddable: true }],
}
const embeddedOf = (body: unknown) => (body as { _embedded?: Record<string, unknown> })._embedded

const selections: { query: string; relations: string[] | undefined }[] = [
  { query: '_embed', relations: ['author', 'editor'] },
  { query: '_embed=1', relations: ['author', 'editor'] },
  { query: '_embed=0', relations: ['author', 'editor'] },
  { query: '_embed=true', relations: ['author', 'editor'] },
  { query: '_embed=author', relations: ['author'] },
  { query: '_embed=author,editor', relations: ['author', 'editor'] },
  { query: '_embed=author%20editor', relations: ['author', 'editor'] },
  { query: '_embed=%20author,', relations: ['author'] },
  { query: '_embed[]=editor', relations: ['editor'] },
  { query: '_embed[x]=editor', relations: ['editor'] },
  { query: '_embed[]=author&_embed[]=editor', relations: ['author', 'editor'] },
  { query: '_embed[]=author,editor', relations: undefined },
  { query: '_embed[]=', relations: undefined },
  { query: '_embed[]=1', relations: undefined },
  { query: '_embed[]=true', relations: undefined },
  { query: '_embed=plain', relations: undefined },
  { query: '_embed=nothing', relations: undefined },
  { query: '_embed[a][b]=author', relations: undefined },
  { query: '', relations: undefined },
]

for (const { query, relations } of selections) {
  t.test(`with "${query}"`, async t => {
    const { send, fetched } = aSite(() => ({ body: { id: 7 }, links }))
    const { body } = await send(query)
    t.match(body, { id: 7, _links: links })
    const embedded = embeddedOf(body)
    t.same(embedded === undefined ? undefined : Object.keys(embedded), relations)
    t.equal(fetched.length, relations?.length ?? 0)
  })
}

t.test('embedded things come in the context embed, unless their address says another', async t => {
  const { send } = aSite(() => ({ body: {}, links }))
  t.match(embeddedOf((await send('_embed')).body), {
    author: [{ id: '1', context: 'embed', _links: { self: [{ href: `${base}/a/v1/people/1` }] } }],
    editor: [{ id: '2', context: 'view' }],
  })
})

t.test('each item embeds its own resource, and every URL is requested once', async t => {
  const items = [1, 2, 1, 1].map(id => ({ id, _links: { author: [to(`/people/${id}`)] } }))
  const { send, fetched } = aSite(() => ({ body: [...items, { id: 9 }, 'text'] }))
  const { body } = await send('_embed')
  t.match(
    body,
    [1, 2, 1, 1].map(id => ({ id, _embedded: { author: [{ id: String(id) }] } })),
  )
  t.strictSame((body as unknown[]).slice(4), [{ id: 9 }, 'text'])
  t.same(fetched, ['/a/v1/people/1', '/a/v1/people/2'])
})

t.test('what the caller may not see is embedded as an error, and so is what fails', async t => {
  const refused = { secret: [to('/secrets/1')], gone: [to('/nowhere')], broken: [to('/broken')] }
  const { send, errors } = aSite(() => ({ body: {}, links: refused }))
  const { status, body } = await send('_embed')
  t.equal(status, 200)
  t.match(embeddedOf(body), {
    secret: [{ code: 'rest_forbidden', data: { status: 401 } }],
    broken: [{ code: 'rest_internal_error', data: { status: 500 } }],
  })
  t.notOk('gone' in (embeddedOf(body) ?? {}), 'what has no route is left out')
  t.equal(errors.length, 1)
  t.match(embeddedOf((await send('_embed=secret', 'GET', { 'x-user': 'know' })).body), { secret: [{ secret: true }] })
})

t.test('relations that only point to empty lists are omitted', async t => {
  const lists = { none: [to('/lists/0'), to('/lists/0?a=1')], some: [to('/lists/1'), to('/lists/0')] }
  const { send } = aSite(() => ({ body: {}, links: lists }))
  t.same(embeddedOf((await send('_embed')).body), { some: [[{ of: 1 }], []] })
})

t.test('of very many addresses some are not followed', async t => {
  const items = Array.from({ length: 1100 }, (_, id) => ({ id, _links: { author: [to(`/people/${id}`)] } }))
  const { send, fetched } = aSite(() => ({ body: items }))
  const { body } = await send('_embed')
  t.equal(fetched.length, 1000)
  t.equal((body as unknown[]).filter(item => embeddedOf(item) !== undefined).length, 1000)
})

t.test('nothing is embedded in responses to changes and HEAD, and in errors', async t => {
  for (const [method, reply] of [
    ['POST', { body: {}, links }],
    ['HEAD', { body: {}, links }],
    ['GET', { status: 404, body: {}, links }],
  ] as const) {
    const { send, fetched } = aSite(() => reply)
    await send('_embed', method)
    t.same(fetched, [], method)
  }
})

t.test('responses to changes embed links, by option', async t => {
  const made = aSite(() => ({ status: 201, body: {}, links }), { embedsInChanges: true })
  t.match((await made.send('_embed', 'POST')).body, { _embedded: { author: [{ id: '1', context: 'embed' }] } })
  t.same(embeddedOf((await made.send('', 'POST')).body), undefined)
  t.match((await made.send('_embed=editor', 'DELETE')).body, { _embedded: { editor: [{ id: '2' }] } })
  t.same(embeddedOf((await made.send('_embed', 'OPTIONS')).body), undefined)
  made.fetched.length = 0
  await made.send('_embed', 'HEAD')
  t.same(made.fetched, [])
  const refused = aSite(() => ({ status: 409, body: {}, links }), { embedsInChanges: true })
  t.same(embeddedOf((await refused.send('_embed', 'POST')).body), undefined)
})

t.test('responses in an envelope have embedded links as well', async t => {
  const { send } = aSite(() => ({ body: {}, links }))
  t.match((await send('_embed=author&_envelope')).body, { body: { _embedded: { author: [{ id: '1' }] } }, status: 200 })
})

t.test('a resource with fields that fail', async t => {
  const { registry } = aRegistry()
  const failing: string[] = []
  const resource = (onFieldError?: () => void) =>
    defineResource<{ id: number }, object, never>(
      {
        title: 'thing',
        fields: {
          id: { schema: { type: 'integer' }, get: ({ id }) => id },
          name: {
            schema: { type: 'string' },
            get: ({ id }) => {
              if (id === 2) throw new Error('no name')
              return `thing ${id}`
            },
          },
        },
        load: () => ({}),
        links: linkTable<{ id: number }, object>(
          [
            { rel: 'safe', href: [`${base}/a/v1/safe?id=`, ({ id }) => id], attributes: { embeddable: true } },
            { rel: 'strict', href: [`${base}/a/v1/strict?id=`, ({ id }) => id], attributes: { embeddable: true } },
          ],
          registry.names,
        ),
        onFieldError,
      },
      registry.names,
    )
  const list = (path: string, { present }: ReturnType<typeof resource>, ids: (id: number) => readonly number[]) =>
    registry.get('a/v1', path, {
      args: { id: { type: 'integer', default: 0 } },
      permission: 'public',
      handler: async request => ({
        body: await present(
          ids(request.params.id).map(id => ({ id })),
          request,
        ),
      }),
    })
  list(
    '/safe',
    resource(() => void failing.push('safe')),
    id => [id],
  )
  list('/strict', resource(), id => [id])
  list(
    '/all',
    resource(() => void failing.push('all')),
    () => [1, 3, 2],
  )
  const ask = () => registry.dispatch({ method: 'GET', path: '/a/v1/all', query: '_embed' })
  const { text, headers } = await ask()
  t.match(JSON.parse(text()), [
    { id: 1, _embedded: { safe: [[{ name: 'thing 1' }]], strict: [[{ name: 'thing 1' }]] } },
    { id: 3, _embedded: { safe: [[{ name: 'thing 3' }]] } },
    { id: 2, name: '', _embedded: { safe: [[{ name: '' }]], strict: [{ code: 'rest_internal_error' }] } },
  ])
  t.equal(headers['Cache-Control'], 'no-store')
  t.equal(headers['ETag'], undefined)
  t.ok(failing.includes('safe') && failing.includes('all'), failing.join())
  const { body } = await registry.dispatch({ method: 'GET', path: '/a/v1/all', query: '_embed', principal: anonymous })
  t.strictSame(body, JSON.parse(text()), 'as values')
})

t.test('a record of several embedded lists is written once, unless a field of it fails', async t => {
  const { registry } = aRegistry()
  interface Thing {
    readonly id: number
  }
  const [first, second]: readonly Thing[] = [{ id: 1 }, { id: 2 }]
  const things = [first, second].filter(thing => thing !== undefined)
  const written: number[] = []
  const failed: unknown[] = []
  const thing = defineResource<Thing, object, never>(
    {
      title: 'thing',
      fields: {
        id: { schema: { type: 'integer' }, get: ({ id }) => id + 0 * written.push(id) },
        name: {
          schema: { type: 'string' },
          get({ id }) {
            if (id === 2) throw new Error('no name')
            return `thing ${id}`
          },
        },
      },
      load: () => ({}),
      onFieldError: (_error, { request }) => failed.push(request.query['of']),
    },
    registry.names,
  )
  registry.get('a/v1', '/things', {
    args: { of: { type: 'integer', default: 0 } },
    permission: 'public',
    preload: requests =>
      thing.preload(
        requests.map(request => ({ request, records: things })),
        'of',
      ),
    handler: async request => ({ body: await thing.present(things, request) }),
  })
  const owner = defineResource<Thing, object, never>(
    {
      title: 'owner',
      fields: { id: { schema: { type: 'integer' }, get: ({ id }) => id } },
      load: () => ({}),
      links: linkTable<Thing, object>(
        [{ rel: 'things', href: [`${base}/a/v1/things?of=`, ({ id }) => id], attributes: { embeddable: true } }],
        registry.names,
      ),
    },
    registry.names,
  )
  registry.get('a/v1', '/owners', {
    permission: 'public',
    handler: async request => ({ body: await owner.present([{ id: 7 }, { id: 8 }], request) }),
  })
  const request = { method: 'GET', path: '/a/v1/owners', query: '_embed' }
  const sent = await registry.dispatch(request)
  t.same(written, [1, 2, 2])
  t.same(failed, ['7', '8'])
  t.notMatch(sent.headers, { ETag: /./ }, 'incomplete responses have no validator')
  const { body } = await registry.dispatch({ ...request, principal: anonymous })
  t.same(JSON.parse(sent.text()), body)
  t.equal(sent.text(), JSON.stringify(body))
})

t.test('lists that are known to be empty are not requested', async t => {
  const { registry } = aRegistry()
  const asked: string[] = []
  registry.get('a/v1', '/parts', {
    args: { of: { type: 'string', default: '' } },
    permission: 'public',
    handler: async ({ params }) => {
      asked.push(params.of)
      return { body: [params.of] }
    },
  })
  interface Thing {
    readonly id: number
  }
  const link = (rel: string, at: number, empty?: (thing: Thing) => boolean) => ({
    rel,
    href: [`${base}/a/v1/parts?of=`, ({ id }: Thing) => id * 10 + at],
    attributes: { embeddable: true },
    empty,
  })
  const thing = defineResource<Thing, object, never>(
    {
      title: 'thing',
      fields: { id: { schema: { type: 'integer' }, get: ({ id }) => id } },
      load: () => ({}),
      links: linkTable<Thing, object>(
        [link('cms:part', 1, ({ id }) => id === 1), link('cms:part', 2), link('note', 3, () => true)],
        registry.names,
      ),
    },
    registry.names,
  )
  const things = [{ id: 1 }, { id: 2 }]
  registry.get('a/v1', '/things', {
    permission: 'public',
    handler: async request => ({ body: await thing.present(things, request) }),
  })
  const request = { method: 'GET', path: '/a/v1/things', query: '_embed' }
  const sent = await registry.dispatch(request)
  const embedded = (JSON.parse(sent.text()) as { _embedded: unknown }[]).map(({ _embedded }) => _embedded)
  t.same(embedded, [{ 'cms:part': [[], ['12']] }, { 'cms:part': [['21'], ['22']] }], 'each in its place')
  t.same(asked, ['12', '21', '22'])
  const { body } = await registry.dispatch({ ...request, principal: anonymous })
  t.same(body, JSON.parse(sent.text()), 'as values')
})

/** A list whose items link to a resource each, which takes as long as `work` to compute. */
function slowEmbeds(limits: RegistryOptions['limits'], work: () => void) {
  const { registry } = aRegistry({ limits })
  registry.get('a/v1', '/slow/{id}', {
    permission: 'public',
    handler({ params }) {
      work()
      return { body: { id: params.id } }
    },
  })
  const items = [1, 2, 3].map(id => ({ id, _links: { self: [to(`/slow/${id}`)] } }))
  registry.get('a/v1', '/list', { permission: 'public', handler: () => ({ body: items }) })
  registry.get('a/v1', '/one', { permission: 'public', handler: () => ({ body: { id: 9, _links: items[0]?._links } }) })
  return { get: (path: string) => registry.dispatch({ method: 'GET', path: `/a/v1${path}`, query: '_embed' }), items }
}

const workFor = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

t.test('other work of the process runs while resources are embedded', async t => {
  const order: string[] = []
  const { get } = slowEmbeds({}, () => {
    order.push('embedded')
    setImmediate(() => order.push('other'))
    workFor(25)
  })
  t.equal((await get('/list')).status, 200)
  t.strictSame(order, ['embedded', 'other', 'embedded', 'other', 'embedded', 'other'])
})

t.test('what cannot be embedded in time is omitted, and its link remains', async t => {
  const { get, items } = slowEmbeds({ maxEmbedTime: 0 }, () => workFor(1))
  const [first, ...others] = items
  const response = await get('/list')
  t.strictSame(response.body, [
    { ...first, _embedded: { self: [{ id: 1 }] } },
    ...others.map(item => ({ ...item, _omitted: ['_embedded'] })),
  ])
  t.match(response.headers, { 'Cache-Control': 'no-store' }, 'the next request may get all of it')
  t.match((await get('/one')).body, { _embedded: { self: [{ id: 1 }] } })
  const { get: inTime } = slowEmbeds({ maxEmbedTime: 60_000 }, () => workFor(1))
  t.notMatch((await inTime('/list')).text(), /_omitted/)
})
