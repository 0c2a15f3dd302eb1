import t from 'tap'
import { loadModule } from './load-module.js'

const { compareNaturally } = await loadModule<
  typeof import('../../packages/site/src/kernel/text/compare-naturally.js')
>('kernel/text/compare-naturally.js')

const sorted = (...names: string[]) => names.sort(compareNaturally)

t.test('numbers count by value, also after zeros at the beginning', async t => {
  t.same(sorted('tag 10', 'tag 9', 'tag 100'), ['tag 9', 'tag 10', 'tag 100'])
  t.same(sorted('010', '9'), ['9', '010'])
})

t.test('digits after a zero count as decimal places', async t => {
  t.same(sorted('1.1', '1.05', '1.051'), ['1.05', '1.051', '1.1'])
})

t.test('neither white space nor the case of ASCII counts', async t => {
  t.equal(compareNaturally('a b', 'AB'), 0)
  t.same(sorted('a b', 'a-b'), ['a-b', 'a b'])
})

t.test('other characters follow by their code points', async t => {
  t.same(sorted('Über', 'zebra', '_a', 'uhr', '😀', '\uff21'), ['uhr', 'zebra', '_a', 'Über', '\uff21', '😀'])
})

t.test('the beginning of a name comes before it', async t => {
  t.same(sorted('ab', 'a', '', 'a1'), ['', 'a', 'a1', 'ab'])
})

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
