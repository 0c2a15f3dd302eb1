import { type Dialect, dialects } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

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
