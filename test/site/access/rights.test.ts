import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import { type Choices, randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import { samplePost } from '../sample-records.js'

const { allBut, allOf, anyOf, conditionOf, holds, relatedTo, rightBy } = internals

type PostRight = ReturnType<typeof allBut<PostRecord>>

const TYPES = ['post', 'page', 'memo', 'book']

function randomRight(choose: Choices, depth = 3): PostRight {
  const inner = () => randomRight(choose, depth - 1)
  switch (depth === 0 ? choose.below(4) : choose.below(9)) {
    case 0:
      return choose.chance(0.5)
    case 1:
      return wherePosts.eq('author', choose.below(4))
    case 2:
      return wherePosts.in('type', choose.some(TYPES, 2))
    case 3:
      return wherePosts.notIn('status', choose.some(['publish', 'draft'], 2))
    case 4:
      return allBut(inner())
    case 5:
      return allOf(inner(), inner(), inner())
    case 6:
      return anyOf(inner(), inner())
    case 7:
      return rightBy(wherePosts, 'type', TYPES.slice(0, 3), inner, inner())
    default:
      return rightBy(wherePosts, 'type', TYPES, inner)
  }
}

onEveryStore(t, 'a right selects the records that it holds for', async (t, make) => {
  const { store } = await make()
  const choose = randomChoices(7)
  const posts = await postsIn(store).insertMany(
    Array.from({ length: 60 }, () =>
      samplePost({
        type: choose.pick(TYPES),
        status: choose.pick(['publish', 'draft', 'gone']),
        author: choose.below(4),
      }),
    ),
  )
  const wrong: PostRight[] = []
  let cut = 0
  for (let round = 0; round < 300; round++) {
    const right = randomRight(choose)
    const condition = conditionOf(right)
    const found = await postsIn(store).pick([], { where: wherePosts.and(wherePosts.in('type', TYPES), condition) })
    const ids = new Set(found.map(({ id }) => id))
    if (posts.some(post => holds(right, post) !== ids.has(post.id))) wrong.push(right)
    if (ids.size > 0 && ids.size < posts.length) cut++
  }
  t.same(wrong, [])
  t.ok(cut > 50, `${cut} rights are to a part of the records`)
})

t.test('values with the same right share one condition', async t => {
  const own = () => wherePosts.eq('author', 7)
  t.same(
    rightBy(wherePosts, 'type', TYPES, () => own()),
    own(),
  )
  t.equal(
    rightBy(wherePosts, 'type', TYPES, () => true),
    true,
  )
  t.same(
    rightBy(wherePosts, 'type', TYPES, type => type === 'page' || own()),
    anyOf(allOf(wherePosts.in('type', ['post', 'memo', 'book']), own()), wherePosts.in('type', ['page'])),
  )
  t.same(
    rightBy(wherePosts, 'type', TYPES, type => type === 'page', true),
    anyOf(wherePosts.notIn('type', ['post', 'memo', 'book'])),
  )
  // Conditions of different lengths are not the same.
  const statuses = (...names: string[]) => wherePosts.in('status', names)
  t.not(
    rightBy(wherePosts, 'type', TYPES, type => (type === 'post' ? statuses('a') : statuses('a', 'b'))),
    statuses('a'),
  )
})

t.test('a right that depends on other records is not tested on one', async t => {
  const [post] = [{ ...samplePost(), id: 1, version: 1 }]
  const related = relatedTo(wherePosts, wherePosts, { foreign: 'id', local: 'parent' }, true)
  t.throws(() => holds(related, post), { name: 'TypeError' })
  t.equal(relatedTo(wherePosts, wherePosts, { foreign: 'id', local: 'parent' }, false), false)
})
