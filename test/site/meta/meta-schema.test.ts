import { cmsDialect, type Dialect, dialects, metaIn, postsIn, whereMeta, wherePosts, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite, type TestSite } from '../make-site.js'

const node = {
  type: 'object',
  properties: { size: { type: 'integer' }, nodes: { type: 'array', items: { $ref: '#/definitions/node' } } },
} as const
const schema = { definitions: { node }, properties: { root: { $ref: '#/definitions/node' } } } as const
const sent = { root: { size: '1', nodes: [{ size: '2', nodes: [{ size: '3' }] }] } }
const stored = { root: { size: 1, nodes: [{ size: 2, nodes: [{ size: 3 }] }] } }

const aSite = (dialect: Dialect) =>
  makeSite({
    dialect,
    register(site) {
      const common = { object: 'post', subtype: 'post', type: 'object', schema } as const
      site.registerMeta({ ...common, key: 'tree', single: true })
      site.registerMeta({ ...common, key: 'trees' })
      site.registerSetting('layout', { type: 'object', default: {}, schema })
    },
  })

for (const dialect of Object.values(dialects)) {
  t.test(`meta and settings may have schemas with references, in the dialect ${dialect.name}`, async t => {
    const { send } = await aSite(dialect)
    const made = await send('POST /posts?_fields=meta', { body: { title: 'x', meta: { tree: sent, trees: [sent] } } })
    t.match(made, { status: 201, body: { meta: { tree: stored, trees: [stored] } } })
    const refused = await send('POST /posts', { body: { title: 'x', meta: { trees: [{ root: { nodes: [7] } }] } } })
    t.match(refused, { status: 400, body: { code: String } })
    t.match(await send('POST /settings?_fields=layout', { body: { layout: sent } }), { body: { layout: stored } })
  })

  t.test(`references in a shown schema point to the same schemas, in the dialect ${dialect.name}`, async t => {
    const { send } = await aSite(dialect)
    const { body } = await send('OPTIONS /posts')
    const shown = body as {
      schema: { properties: { meta: { properties: Record<string, object> } } }
      endpoints: readonly { args: { meta?: { properties: Record<string, object> } } }[]
    }
    const reference = (path: string) => ({ root: { $ref: `${path}/definitions/node` } })
    const { tree, trees } = shown.schema.properties.meta.properties
    t.match(tree, { properties: reference('#/properties/meta/properties/tree') })
    t.match(trees, { items: { properties: reference('#/properties/meta/properties/trees/items') } })
    t.match(shown.endpoints[1]?.args.meta?.properties['tree'], { properties: reference('#/properties/tree') })
  })
}

const key = 'starts'
const object = { object: 'post', subtype: 'post', type: 'string', schema: { format: 'date-time' } } as const

async function withMoments(made: Promise<TestSite>): Promise<TestSite> {
  const site = await made
  site.site.registerMeta({ ...object, key, single: true })
  site.site.registerMeta({ ...object, key: 'times' })
  site.site.registerMeta({ object: 'post', subtype: 'post', key: 'note', type: 'string', single: true })
  await site.store.options.set('timezone_string', 'Europe/Paris')
  return site
}

async function write({ send }: TestSite, meta: object, path = '/posts') {
  const { body, status } = await send(`POST ${path}`, { body: { title: 'A post', meta } })
  return { ...(body as { readonly id: number; readonly meta: Readonly<Record<string, unknown>> }), status }
}

onEveryStore(t, 'values of the format date-time compare by the moment that they name', async (t, make) => {
  const made = await withMoments(make())
  const { site, store } = made
  const sent = [
    '2024-05-01T12:00:00+02:00',
    '2024-05-01T09:59:59Z',
    '2024-05-01t05:00:00-05:00',
    '2024-05-01T12:00:00',
    '2024-05-01 12:00:01.75',
    '2024-04-30T23:59:59-10:00',
  ]
  const ids: number[] = []
  for (const starts of sent) ids.push((await write(made, { starts })).id)
  const found = async (op: 'eq' | 'gt' | 'lte', value: string) => {
    const condition = whereMeta.and(
      whereMeta.eq('kind', 'post'),
      whereMeta.eq('key', key),
      whereMeta[op]('value', value),
    )
    const query = { where: wherePosts.exists(whereMeta, { foreign: 'object', local: 'id' }, condition) }
    return (await site.content.posts.find(query, { as: site.system })).records.map(({ id }) => ids.indexOf(id))
  }
  t.same(await found('eq', '2024-05-01T10:00:00Z'), [0, 2, 3])
  t.same(await found('gt', '2024-05-01T10:00:00Z'), [4])
  t.same(await found('lte', '2024-05-01T10:00:00Z'), [0, 1, 2, 3, 5])
  const { records } = await metaIn(store).find({
    where: whereMeta.eq('key', key),
    order: [{ by: 'field', field: 'value', direction: 'asc' }],
  })
  t.same(
    records.map(({ value }) => value),
    [
      ...['2024-05-01T09:59:59Z', '2024-05-01T09:59:59Z'],
      ...Array(3).fill('2024-05-01T10:00:00Z'),
      '2024-05-01T10:00:01Z',
    ],
  )
})

t.test('the same moment is not a change, also in lists', async t => {
  const made = await withMoments(makeSite())
  const { id } = await write(made, { starts: '2024-05-01T10:00:00Z', times: ['2024-05-01T10:00:00Z'] })
  const versions = async () => (await metaIn(made.store).find({})).records.map(record => [record.id, record.version])
  const before = await versions()
  const sent = { starts: '2024-05-01T12:00:00+02:00', times: ['2024-05-01T11:00:00+01:00'] }
  t.match(await write(made, sent, `/posts/${id}`), {
    status: 200,
    meta: { starts: '2024-05-01T10:00:00Z', times: ['2024-05-01T10:00:00Z'] },
  })
  t.same(await versions(), before)
})

t.test('other texts stay as they are, and so do all in the other dialect', async t => {
  const text = '2024-05-01T12:00:00+02:00'
  for (const dialect of [cmsDialect, wpDialect] satisfies readonly Dialect[]) {
    const made = await withMoments(makeSite({ dialect }))
    const { meta } = await write(made, { starts: text, note: text })
    t.same([meta['starts'], meta['note']], [dialect === wpDialect ? text : '2024-05-01T10:00:00Z', text])
  }
})

t.test('a moment beyond the years of dates is refused, and nothing is stored', async t => {
  const made = await withMoments(makeSite())
  const { status } = await write(made, { starts: '9999-12-31T23:59:59-10:00' })
  t.equal(status, 400)
  t.same((await postsIn(made.store).find({})).records, [])
})
