import { groupBy } from '@platen/core'
import t from 'tap'

t.test('groups values by a key, in the order in which the keys first occur', async t => {
  const groups = groupBy(['pear', 'fig', 'plum', 'date', 'kiwi', 'elder'], word => word.length)
  t.strictSame(
    [...groups],
    [
      [4, ['pear', 'plum', 'date', 'kiwi']],
      [3, ['fig']],
      [5, ['elder']],
    ],
  )
})

t.test('keys are compared as those of a map', async t => {
  const [one, other] = [{ name: 'one' }, { name: 'one' }]
  t.equal(groupBy([one, other, one], value => value).size, 2)
  t.strictSame(groupBy([1, Number.NaN, 2, Number.NaN], value => value).get(Number.NaN), [Number.NaN, Number.NaN])
})

t.test('iterates once over any iterable; an empty one gives no groups', async t => {
  t.strictSame(
    [...groupBy(new Set([1, 2, 3]), value => value % 2 === 0)],
    [
      [false, [1, 3]],
      [true, [2]],
    ],
  )
  t.equal(groupBy([], () => 'key').size, 0)
})
