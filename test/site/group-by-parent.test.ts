import t from 'tap'
import { loadModule } from './load-module.js'

const { groupByParent } = await loadModule<typeof import('../../packages/site/src/kernel/text/group-by-parent.js')>(
  'kernel/text/group-by-parent.js',
)

t.test('values are grouped below their parents in their order', async t => {
  const pages = [
    { id: 7, parent: 0 },
    { id: 3, parent: 7 },
    { id: 9, parent: 7 },
    { id: 2, parent: 3 },
  ]
  const ids = [...groupByParent(pages, page => page)].map(([parent, group]) => [parent, group.map(({ id }) => id)])
  t.strictSame(ids, [
    [0, [7]],
    [7, [3, 9]],
    [3, [2]],
  ])
})

t.test('values whose parent is missing are at the top', async t => {
  const items = [
    { post: { id: 1 }, above: 5 },
    { post: { id: 4 }, above: 1 },
  ]
  const groups = groupByParent(items, ({ post, above }) => ({ id: post.id, parent: above }))
  t.strictSame(groups.get(0), [items[0]])
  t.strictSame(groups.get(1), [items[1]])
  t.equal(groups.size, 2)
})
