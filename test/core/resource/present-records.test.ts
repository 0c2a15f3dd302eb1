import { parseFieldSelection, type ResourceDefinition } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createPlanner } =
  await loadModule<typeof import('../../../packages/core/src/resource/plan.js')>('resource/plan.js')
const { createPresenter } =
  await loadModule<typeof import('../../../packages/core/src/resource/present-records.js')>(
    'resource/present-records.js',
  )

interface Item {
  readonly id: number
}

const names = { prefix: 'x', headerPrefix: 'X-', relationBase: 'https://e.com/rels/' }
const definition = {
  title: 'item',
  load: () => undefined,
  fields: { id: { schema: { type: 'integer' }, get: ({ id }: Item) => id } },
  links: {
    of({ id }: Item) {
      if (id === 13) throw new Error('unforeseen')
      return id === 0 ? {} : { self: [{ href: `https://e.com/${id}` }] }
    },
  },
} satisfies ResourceDefinition<Item, undefined, never, unknown>
const planOf = createPlanner<Item, undefined, never, unknown>(definition)
const present = createPresenter<Item, undefined, never>(definition.links, names)

const show = (records: readonly Item[], selection?: string, texts?: Map<Item, string>) => {
  const failed: string[] = []
  const fields = parseFieldSelection(selection)
  const items = present(records, {
    fields,
    plan: planOf('view', fields),
    view: undefined,
    texts,
    report: (_, field) => void failed.push(field),
  })
  return { items, failed }
}

t.test('values and texts are the same', async t => {
  const { items } = show([{ id: 1 }, { id: 0 }])
  const expected = [{ id: 1, _links: { self: [{ href: 'https://e.com/1' }] } }, { id: 0 }]
  t.strictSame(items.values, expected)
  t.strictSame(JSON.parse(items.text()), expected)
  t.strictSame(items.embeddable(0), { self: [{ href: 'https://e.com/1' }] })
  t.equal(items.embeddable(1), undefined, 'no links')
})

t.test('only selected fields and links', async t => {
  t.equal(show([{ id: 1 }], 'id').items.text(), '[{"id":1}]')
  t.equal(show([{ id: 1 }], 'other').items.text(), '[{}]')
  t.equal(show([{ id: 1 }], '_links').items.text(), '[{"_links":{"self":[{"href":"https://e.com/1"}]}}]')
})

t.test('additional members follow the links', async t => {
  t.match(show([{ id: 1 }]).items.textOf(0, '"more":1'), /"_links":\{.*\},"more":1\}$/)
})

t.test('links that fail are reported and omitted', async t => {
  const { items, failed } = show([{ id: 13 }])
  t.strictSame(items.values, [{ id: 13 }])
  t.strictSame(failed, ['_links'])
})

t.test('whole records are shared, except those with failures', async t => {
  const records = [{ id: 1 }, { id: 13 }]
  const texts = new Map<Item, string>()
  const first = show(records, undefined, texts).items.text()
  t.strictSame([...texts.keys()], [records[0]])
  const second = show(records, undefined, texts)
  t.equal(second.items.text(), first)
  t.strictSame(second.failed, ['_links'], 'reported by each request')
  show([{ id: 2 }], 'id', texts).items.text()
  t.equal(texts.size, 1, 'parts of records are not shared')
})
