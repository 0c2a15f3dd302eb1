import type { Site } from '@platen/site'
import { bodyOf, section } from './specified.js'

const A = '//cms-abilities/v1/abilities'
const C = '//cms-abilities/v1/categories'

function register(site: Site): void {
  site.registerAbilityCategory('shop_floor', { label: 'Shop', description: 'What sells.', meta: { icon: 'cart' } })
  const common = {
    label: 'An ability',
    description: 'Does something.',
    category: 'shop_floor',
    permission: 'public',
    public: true,
    inputSchema: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    execute: (input: unknown) => ({ input }),
  } as const
  site.registerAbility('shop_1/look-up', { ...common, annotations: { readonly: true } })
  site.registerAbility('shop_1/burn', { ...common, annotations: { destructive: true, idempotent: true } })
  site.registerAbility('shop_1/shred', { ...common, annotations: { destructive: true, idempotent: false } })
  site.registerAbility('shop_1/sell', common)
  site.registerAbility('shop_1/inside', { ...common, public: false })
  site.registerAbility('shop_1/count', {
    ...common,
    inputSchema: { type: 'array', items: { type: 'integer' } },
    outputSchema: { type: 'integer' },
    annotations: { readonly: true },
    execute: list => (list as number[]).length,
  })
  site.registerAbility('shop_1/lies', { ...common, outputSchema: { type: 'integer' }, execute: () => 'no number' })
}

const spec2 = section('2', register)
const spec410 = section('4.10', register)

interface Described {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Record<string, object> }[]
  readonly schema: { readonly properties: Record<string, { readonly context?: readonly string[] }> }
}

spec2('an ability has these fields in the contexts view and edit', async (t, { send }) => {
  const FIELDS = ['name', 'label', 'description', 'category', 'input_schema', 'output_schema', 'annotations']
  for (const context of ['view', 'edit']) {
    const ability = bodyOf(await send(`GET ${A}/shop_1/look-up?context=${context}`))
    for (const field of FIELDS) t.ok(field in ability, `${field} in ${context}`)
    t.same(ability['annotations'], { readonly: true, destructive: null, idempotent: null })
  }
  const { schema } = bodyOf<Described>(await send(`OPTIONS ${A}`))
  for (const field of FIELDS) t.match(schema.properties[field]?.context, /view,.*edit|edit,.*view/, field)
})

spec2('an ability category has a label, a description and metadata, identified by a slug', async (t, { send }) => {
  t.match(bodyOf(await send(`GET ${C}/shop_floor`)), {
    slug: 'shop_floor',
    label: 'Shop',
    description: 'What sells.',
    meta: { icon: 'cart' },
  })
  const { schema } = bodyOf<Described>(await send(`OPTIONS ${C}`))
  t.same(Object.keys(schema.properties), ['slug', 'label', 'description', 'meta'])
})

spec410('GET /abilities takes these parameters', async (t, { send }) => {
  const { args } = bodyOf<Described>(await send(`OPTIONS ${A}`)).endpoints[0] ?? {}
  t.match(args, {
    context: { type: 'string' },
    page: { type: 'integer', default: 1 },
    per_page: { type: 'integer', maximum: 100 },
    category: { type: 'string' },
    namespace: { type: 'string' },
    meta: { properties: { annotations: { properties: { readonly: {}, destructive: {}, idempotent: {} } } } },
  })
})

spec410(
  'the list holds the abilities exposed through REST, by category, namespace and annotations',
  async (t, made) => {
    const names = async (query: string) =>
      bodyOf<{ name: string }[]>(await made.send(`GET ${A}?_fields=name&namespace=shop_1&${query}`)).map(({ name }) =>
        name.slice('shop_1/'.length),
      )
    t.same(await names(''), ['look-up', 'burn', 'shred', 'sell', 'count', 'lies'])
    t.same(await names('category=shop_floor&per_page=2&page=2'), ['shred', 'sell'])
    t.same(await names('category=site'), [])
    t.same(await names('meta[annotations][readonly]=true'), ['look-up', 'count'])
    t.same(await names('meta[annotations][destructive]=1'), ['burn', 'shred'])
    t.same(await names('meta[annotations][idempotent]=true'), ['burn'])
    t.same(await names('meta[annotations][idempotent]=false'), ['shred'])
  },
)

spec410('`name` and `slug` are required strings, beside a `context`', async (t, { send }) => {
  for (const [path, name] of [
    [`${A}/shop_1/sell`, 'name'],
    [`${C}/shop_floor`, 'slug'],
  ] as const) {
    const { args = {} } = bodyOf<Described>(await send(`OPTIONS ${path}`)).endpoints[0] ?? {}
    t.match(args, { [name]: { type: 'string', required: true }, context: { type: 'string' } })
  }
  const { args = {} } = bodyOf<Described>(await send(`OPTIONS ${A}/shop_1/sell/run`)).endpoints[0] ?? {}
  t.match(args, { name: { type: 'string', required: true } })
  const { type } = args['input'] as { type: readonly string[] }
  for (const each of ['object', 'array', 'string', 'number', 'boolean', 'null']) t.ok(type.includes(each), each)
})

const RULE = [
  ['look-up', 'GET'],
  ['burn', 'DELETE'],
  ['shred', 'POST'],
  ['sell', 'POST'],
] as const

spec410('the method is GET if read-only, DELETE if destructive and idempotent, POST otherwise', async (t, { send }) => {
  for (const [name, right] of RULE)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status } = await send(`${method} ${A}/shop_1/${name}/run?input=x`, { body: { input: 'x' } })
      t.equal(status, method === right ? 200 : 405, `${method} ${name}`)
    }
})

spec410('`input` is in the body for POST, and in the query for GET and DELETE', async (t, { send }) => {
  for (const [name, method] of RULE) {
    const { body } = await send(`${method} ${A}/shop_1/${name}/run?input[from]=query`, {
      body: { input: { from: 'body' } },
    })
    t.same(body, { input: { from: method === 'POST' ? 'body' : 'query' } }, name)
  }
})

spec410('the input is shaped by the schema of the input, the result by that of the output', async (t, { send }) => {
  t.same((await send(`GET ${A}/shop_1/count/run?input=1,2,3`)).body, 3)
  t.match(await send(`GET ${A}/shop_1/count/run?input=1,x`), { status: 400, body: { code: 'ability_invalid_input' } })
  t.match(await send(`POST ${A}/shop_1/lies/run`), { status: 500, body: { code: 'ability_invalid_output' } })
})

spec410('names and slugs match lowercase letters, digits, `_`, `-`, and names also `/`', async (t, { send }) => {
  t.equal((await send(`GET ${A}/shop_1/look-up`)).status, 200)
  t.equal((await send(`GET ${C}/shop_floor`)).status, 200)
  t.match(await send(`GET ${A}/Shop_1/look-up`), { status: 400, body: { data: { params: { name: String } } } })
  t.match(await send(`GET ${C}/Shop_floor`), { status: 400, body: { data: { params: { slug: String } } } })
})

spec410('categories are listed by page', async (t, { send }) => {
  const response = await send(`GET ${C}?per_page=1&page=3&_fields=slug`)
  t.same(response.body, [{ slug: 'shop_floor' }])
  t.match(response.headers, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '3' })
})
