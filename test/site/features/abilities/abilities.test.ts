import { RestError } from '@platen/core'
import { cmsDialect, dialects, postsIn, type Site, wpDialect } from '@platen/site'
import type { AbilityScope } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'
import { mediaSite, painted } from '../media/media-site.js'

const common = { label: 'An ability', description: 'Does something.', category: 'shop', showInRest: true } as const

/** What the abilities ran with, by name. */
const ran: [name: string, input: unknown][] = []

function register(site: Site): void {
  site.registerAbilityCategory('shop', { label: 'Shop', description: 'What sells.', meta: { icon: 'cart' } })
  site.registerAbilityCategory('empty', { label: 'Empty', description: 'Nothing.' })
  const note = (name: string) => (input: unknown) => {
    ran.push([name, input])
    return input
  }
  site.registerAbility('shop/find', {
    ...common,
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, number: { type: 'integer' } } },
    annotations: { readonly: true, idempotent: true },
    permission: 'public',
    execute: note('shop/find'),
  })
  site.registerAbility('shop/buy', {
    ...common,
    inputSchema: { type: ['integer', 'null'], default: 3 },
    permission: { capability: 'edit_posts' },
    execute: note('shop/buy'),
  })
  site.registerAbility('shop/burn', {
    ...common,
    inputSchema: { type: 'string' },
    annotations: { destructive: true, idempotent: true },
    permission: input => input !== 'till' || new RestError('shop_till', 'Not the till.', 403),
    execute: note('shop/burn'),
  })
  site.registerAbility('shop/break', {
    ...common,
    annotations: { destructive: true },
    permission: (_, { actor }) => actor.can('manage_options'),
    outputSchema: { type: 'number' },
    execute: () => 'pieces',
  })
  site.registerAbility('shop/hidden', { ...common, showInRest: false, permission: 'public', execute: () => 'hidden' })
  site.registerAbility('other/fails', {
    ...common,
    annotations: { readonly: true },
    permission: 'public',
    execute() {
      throw new RestError('shop_closed', 'The shop is closed.', 409, { data: { until: 'Monday' } })
    },
  })
  site.registerAbility('other/title', {
    ...common,
    annotations: { readonly: true },
    permission: 'public',
    async execute(_: unknown, { dispatch }: AbilityScope) {
      const { body } = await dispatch<{ title: string }>({ method: 'GET', path: '/cms/v2/settings' })
      return body.title ?? null
    },
  })
}

const { send, site, users } = await makeSite({ register })
const wp = await makeSite({ register, dialect: wpDialect })
const A = '//cms-abilities/v1/abilities'
const names = async (query: string) =>
  ((await send(`GET ${A}?_fields=name&per_page=100&${query}`)).body as { name: string }[])
    .map(({ name }) => name)
    .filter(name => !name.startsWith('core/'))

const SHOWN = ['shop/find', 'shop/buy', 'shop/burn', 'shop/break', 'other/fails', 'other/title']

const FILTERS: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['', SHOWN],
  ['category=shop', SHOWN],
  ['category=SHOP!', SHOWN],
  ['category=empty', []],
  ['namespace=other', ['other/fails', 'other/title']],
  ['namespace=Other/', ['other/fails', 'other/title']],
  ['namespace=oth', []],
  ['namespace=shop&meta[annotations][readonly]=1', ['shop/find']],
  ['meta[annotations][destructive]=true', ['shop/burn', 'shop/break']],
  ['meta[annotations][destructive]=true&meta[annotations][idempotent]=true', ['shop/burn']],
  ['meta[annotations][destructive]=false', []],
  ['meta[show_in_rest]=false&namespace=other', ['other/fails', 'other/title']],
  ['meta[public]=false', []],
  ['meta[__proto__]=x', []],
  ['meta[annotations][toString]=x', []],
]

for (const [query, expected] of FILTERS) {
  t.test(`the abilities of "${query}"`, async t => t.same(await names(query), expected))
}

t.test('pages, by number and by offset', async t => {
  const { headers, body } = await send(`GET ${A}?namespace=shop&per_page=3&page=2&_fields=name`)
  t.same(body, [{ name: 'shop/break' }])
  t.match(headers, { 'X-CMS-Total': '4', 'X-CMS-TotalPages': '2', Link: /page=1.*rel="prev"/ })
  t.same((await send(`GET ${A}?namespace=shop&per_page=2&page=9`)).body, [])
  t.same((await send(`GET ${A}?namespace=shop&per_page=1&offset=1&_fields=name`)).body, [{ name: 'shop/buy' }])
})

t.test('annotations are a field of their own where the specification says so', async t => {
  const annotations = { readonly: true, destructive: null, idempotent: true }
  const { body } = await send(`GET ${A}/shop/find`)
  t.match(body, { annotations, meta: { annotations, show_in_rest: true, public: false } })
  const other = (await wp.send('GET //wp-abilities/v1/abilities/shop/find')).body as object
  t.match(other, { meta: { annotations } })
  t.notOk('annotations' in other)
})

t.test('who may read', async t => {
  for (const path of [A, `${A}/shop/find`, '//cms-abilities/v1/categories', '//cms-abilities/v1/categories/shop']) {
    t.match(await send(`GET ${path}`, { as: 'anonymous' }), {
      status: 401,
      body: { code: 'empty_username', data: null, additional_errors: [{ code: 'empty_password' }] },
    })
    t.equal((await send(`GET ${path}`, { as: 'subscriber' })).status, 200)
  }
  t.match(await send(`GET ${A}/shop/hidden`), { status: 404, body: { code: 'rest_ability_not_found' } })
  t.match((await send('GET //cms-abilities/v1/categories/shop')).body, { slug: 'shop', meta: { icon: 'cart' } })
})

const RUNS: readonly (readonly [request: string, body: unknown, as: string, status: number, expected: unknown])[] = [
  ['GET shop/find?input[text]=5&input[number]=6', undefined, 'anonymous', 200, { text: '5', number: 6 }],
  ['GET shop/find?input[number]=x', undefined, 'anonymous', 400, 'ability_invalid_input'],
  ['GET shop/find', undefined, 'anonymous', 400, 'ability_invalid_input'],
  ['POST shop/find', { input: {} }, 'anonymous', 405, 'rest_ability_invalid_method'],
  ['POST shop/buy', { input: '4' }, 'editor', 200, 4],
  ['POST shop/buy', {}, 'editor', 200, 3],
  ['POST shop/buy', { input: null }, 'editor', 200, 3],
  ['POST shop/buy?input=9', {}, 'editor', 200, 3],
  ['POST shop/buy', undefined, 'editor', 200, 3],
  ['POST shop/buy', [1], 'editor', 200, 3],
  ['POST shop/buy', { input: 4 }, 'subscriber', 403, 'rest_ability_cannot_execute'],
  ['POST shop/buy', { input: 4 }, 'anonymous', 401, 'empty_username'],
  ['POST shop/break', undefined, 'anonymous', 401, 'empty_username'],
  ['POST shop/buy', { input: 'x' }, 'anonymous', 400, 'ability_invalid_input'],
  ['PUT shop/buy', { input: 4 }, 'editor', 405, 'rest_ability_invalid_method'],
  ['DELETE shop/burn?input=12', undefined, 'anonymous', 200, '12'],
  ['DELETE shop/burn', { input: '12' }, 'anonymous', 400, 'ability_invalid_input'],
  ['DELETE shop/burn?input=till', undefined, 'anonymous', 403, 'shop_till'],
  ['POST shop/break', undefined, 'editor', 403, 'rest_ability_cannot_execute'],
  ['POST shop/break', { input: 1 }, 'administrator', 400, 'ability_missing_input_schema'],
  ['POST shop/break', undefined, 'administrator', 500, 'ability_invalid_output'],
  ['GET shop/hidden', undefined, 'administrator', 404, 'rest_ability_not_found'],
  ['GET shop/none', undefined, 'administrator', 404, 'rest_ability_not_found'],
  ['GET other/fails', undefined, 'anonymous', 409, 'shop_closed'],
  ['GET other/title', undefined, 'administrator', 200, 'A site'],
  ['GET other/title', undefined, 'anonymous', 200, null],
]

for (const [request, body, as, status, expected] of RUNS) {
  t.test(`${request} ${JSON.stringify(body)} as ${as}`, async t => {
    const [method, path = ''] = request.split(' ')
    const [name, query = ''] = path.split('?')
    const answer = await send(`${method} ${A}/${name}/run?${query}`, { body, as })
    t.equal(answer.status, status, answer.text())
    if (status < 400) t.same(answer.body, expected)
    else t.match(answer.body, { code: expected })
  })
}

t.test(
  'an anonymous caller has to sign in where the specification says so, and gets its own error elsewhere',
  async t => {
    const run = { body: { input: 4 }, as: 'anonymous' }
    t.match(await send(`POST ${A}/shop/buy/run`, run), {
      status: 401,
      body: { code: 'empty_username', data: null, additional_errors: [{ code: 'empty_password' }] },
    })
    t.match(await wp.send('POST //wp-abilities/v1/abilities/shop/buy/run', run), {
      status: 401,
      body: { code: 'rest_ability_cannot_execute' },
    })
  },
)

t.test('an ability runs only once its input, its method and its caller are right', async t => {
  ran.length = 0
  await send(`POST ${A}/shop/buy/run`, { body: { input: 4 }, as: 'subscriber' })
  await send(`POST ${A}/shop/buy/run`, { body: { input: 'x' } })
  await send(`GET ${A}/shop/buy/run?input=4`)
  t.same(ran, [])
  await send(`POST ${A}/shop/buy/run`, { body: { input: '4' } })
  t.same(ran, [['shop/buy', 4]])
})

t.test('in process, with the permissions of the caller', async t => {
  const as = users.get('administrator') ?? site.system
  t.equal(await site.abilities.run('shop/hidden', undefined, { as }), 'hidden')
  t.equal(await site.abilities.run<number>('shop/buy', '7', { as }), 7)
  t.equal(await site.abilities.run('other/title', null, { as }), 'A site')
  t.equal(await site.abilities.run('shop/buy', 1, { as: site.system }), 1)
  const subscriber = users.get('subscriber') ?? site.system
  await t.rejects(site.abilities.run('shop/buy', 1, { as: subscriber }), {
    code: 'rest_ability_cannot_execute',
    status: 403,
  })
  await t.rejects(site.abilities.run('shop/none', 1, { as }), { code: 'rest_ability_not_found', status: 404 })
  await t.rejects(site.abilities.run('shop/break', null, { as }), { code: 'ability_invalid_output', status: 500 })
})

t.test('the arguments of reading one match the specification', async t => {
  const args = async (made: typeof wp, path: string) =>
    ((await made.send(`OPTIONS ${path}`)).body as { endpoints: { args: Record<string, object> }[] }).endpoints[0]?.args
  t.match(await args({ send } as typeof wp, `${A}/shop/find`), {
    name: { required: true },
    context: { type: 'string' },
  })
  t.same(Object.keys((await args(wp, '//wp-abilities/v1/abilities/shop/find')) ?? {}), ['name'])
  t.equal((await send(`GET ${A}/shop/find?context=none`)).status, 400)
  t.same(Object.keys((await wp.send('GET //wp-abilities/v1/abilities/shop/find?context=none')).body as object), [
    '_links',
  ])
  t.equal(cmsDialect.abilities.annotationsField, true)
})

function contentAbilitiesRegister(site: Site): void {
  site.registerPostType('book', {
    label: 'Books',
    public: true,
    restBase: 'books',
    supports: ['title', 'editor', 'custom-fields'],
  })
  site.registerPostType('secret', { showInRest: false })
  site.registerMeta({ object: 'post', subtype: 'book', key: 'pages', type: 'integer', single: true, default: 1 })
}

interface Shown {
  readonly name: string
  readonly input_schema: { readonly properties: Readonly<Record<string, { readonly required?: boolean }>> }
  readonly meta: { readonly annotations: object }
}

/** The types whose posts are written without more than a title, and those that have a trash. */
const WRITTEN = ['post', 'page', 'book', 'block', 'navigation']

async function abilitiesOf({ send, site }: TestSite): Promise<ReadonlyMap<string, Shown>> {
  const { prefix } = site.context.dialect
  const { body } = await send(`GET //${prefix}-abilities/v1/abilities?category=content&per_page=100`)
  return new Map((body as Shown[]).map(ability => [ability.name, ability]))
}

for (const dialect of Object.values(dialects)) {
  t.test(`the dialect ${dialect.name}`, async t => {
    const made = await makeSite({ dialect, register: contentAbilitiesRegister, abilities: { content: true } })
    const { send } = made
    const listed = await abilitiesOf(made)
    const base = `//${dialect.prefix}-abilities/v1/abilities/content`
    const run = (method: string, name: string, input: object, as = 'administrator') => {
      const path = `${base}/${name}/run`
      if (method === 'POST') return send(`POST ${path}`, { as, body: { input } })
      const query = Object.entries(input).map(([key, value]) => `input[${key}]=${encodeURIComponent(String(value))}`)
      return send(`${method} ${path}?${query.join('&')}`, { as })
    }

    t.test('each type that REST shows has them, as far as its routes go', async t => {
      for (const type of WRITTEN)
        for (const verb of ['list', 'read', 'create', 'update', 'trash'])
          t.ok(listed.has(`content/${verb}-${type}`), type)
      t.notOk([...listed.keys()].some(name => name.endsWith('-secret')))
      t.ok(listed.has('content/create-nav-menu-item') && listed.has('content/create-attachment'))
      t.notOk(listed.has('content/trash-nav-menu-item') || listed.has('content/trash-attachment'), 'they have no trash')
    })

    t.test('every schema compiles', async t => {
      for (const { name, inputSchema, outputSchema } of made.site.abilities.all().map(each => ({ ...each })))
        if (name.startsWith('content/')) t.ok(inputSchema !== undefined && outputSchema !== undefined, name)
    })

    t.test('their schemas match the routes', async t => {
      const { input_schema: create, meta } = listed.get('content/create-book') as Shown
      t.match(create.properties, { title: {}, status: {}, meta: { properties: { pages: { type: 'integer' } } } })
      t.notOk('id' in create.properties)
      t.match(meta.annotations, { readonly: false, destructive: false, idempotent: false })
      t.equal((listed.get('content/update-book') as Shown).input_schema.properties['id']?.required, true)
      t.notOk('force' in (listed.get('content/trash-book') as Shown).input_schema.properties)
    })

    for (const type of WRITTEN) {
      t.test(`a life of a ${type}`, async t => {
        const created = await run('POST', `create-${type}`, { title: 'First', content: 'x', status: 'publish' })
        t.match(created, { status: 200, body: { title: { raw: 'First' }, status: 'publish' } }, created.text())
        const { id } = created.body as { id: number }
        for (const context of ['view', 'edit', 'embed']) {
          const read = await run('GET', `read-${type}`, { id, context })
          t.match(read, { status: 200, body: { id } }, read.text())
          const list = await run('GET', `list-${type}`, { context, per_page: 5 })
          t.match(list, { status: 200, body: [{ id }] }, list.text())
        }
        const updated = await run('POST', `update-${type}`, { id, title: 'Second' })
        t.match(updated, { status: 200, body: { id, title: { raw: 'Second' } } }, updated.text())
        t.match(await run('DELETE', `trash-${type}`, { id }), { status: 200, body: { status: 'trash' } })
        t.match(await run('DELETE', `trash-${type}`, { id }), { status: 410, body: { code: 'rest_already_trashed' } })
      })
    }

    t.test('the rules match the routes', async t => {
      const draft = await run('POST', 'create-post', { title: 'Draft' })
      const { id } = draft.body as { id: number }
      const refused: readonly (readonly [Promise<{ status: number; body: unknown }>, number, string])[] = [
        [run('POST', 'create-post', { title: 'x' }, 'anonymous'), 401, 'rest_cannot_create'],
        [run('POST', 'create-post', { title: 'x' }, 'subscriber'), 403, 'rest_cannot_create'],
        [run('POST', 'create-post', { title: 'x', status: 'publish' }, 'contributor'), 403, 'rest_cannot_publish'],
        [run('GET', 'read-post', { id }, 'anonymous'), 401, 'rest_forbidden'],
        [run('GET', 'read-post', { id: 999 }), 404, 'rest_post_invalid_id'],
        [run('GET', 'list-post', { context: 'edit' }, 'subscriber'), 403, 'rest_forbidden_context'],
        [run('POST', 'update-post', { id, title: 'x' }, 'author'), 403, 'rest_cannot_edit'],
        [run('POST', 'update-post', { title: 'x' }), 400, 'ability_invalid_input'],
        [run('POST', 'update-post', { id: 'x/../2', title: 'x' }), 400, 'ability_invalid_input'],
        [run('POST', 'create-post', { titel: 'x' }), 400, 'ability_invalid_input'],
        [run('DELETE', 'trash-post', { id }, 'author'), 403, 'rest_cannot_delete'],
        [run('DELETE', 'trash-post', { id, force: true }), 400, 'ability_invalid_input'],
      ]
      for (const [answer, status, code] of refused) {
        const { status: actual, body } = await answer
        t.match({ status: actual, body }, { status, body: { code } }, code)
      }
    })

    t.test('menu items and files are read, with the errors of the routes', async t => {
      const item = await run('POST', 'create-nav-menu-item', { title: 'Home', url: 'https://site.example' })
      t.equal(item.status, 200, item.text())
      for (const name of ['nav-menu-item', 'attachment']) t.match(await run('GET', `list-${name}`, {}), { status: 200 })
      t.match(await run('POST', 'create-attachment', { title: 'x' }), {
        body: { code: 'rest_upload_no_content_disposition' },
      })
    })
  })
}

t.test('files are read and updated', async t => {
  for (const dialect of Object.values(dialects)) {
    const { site, upload } = await mediaSite({}, { dialect, abilities: { content: true } })
    const as = site.system
    const { body } = await upload('cat.png', painted({ width: 40, height: 30 }))
    const { id } = body as { id: number }
    await site.abilities.run('content/update-attachment', { id, alt_text: 'A cat' }, { as })
    for (const context of ['view', 'edit', 'embed']) {
      t.match(await site.abilities.run('content/read-attachment', { id, context }, { as }), { id, alt_text: 'A cat' })
      t.match(await site.abilities.run('content/list-attachment', { context }, { as }), [{ id }])
    }
  }
})

t.test('without the option there are none', async t => {
  const made = await makeSite({ register: contentAbilitiesRegister })
  t.equal((await abilitiesOf(made)).size, 0)
})

t.test('in process', async t => {
  const { site, store, users } = await makeSite({ register: contentAbilitiesRegister, abilities: { content: true } })
  const as = users.get('author') ?? site.system
  const { id } = await site.abilities.run<{ id: number }>('content/create-post', { title: 'x' }, { as })
  t.equal((await postsIn(store).get(id))?.author, as.id)
  await t.rejects(site.abilities.run('content/create-page', { title: 'x' }, { as }), RestError)
})
