import { RestError } from '@platen/core'
import { cmsDialect, type Site, wpDialect } from '@platen/site'
import type { AbilityScope } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

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
