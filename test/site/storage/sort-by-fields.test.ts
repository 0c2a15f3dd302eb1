import { type TermRecord, termsIn } from '@platen/site'
import { type Order, sortByFields } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'

const NAMES = ['b', 'B', 'a', 'É', 'e', 'z', '\u{1f600} first', '\uffe5 last', 'a b', '', 'ß', '10', '9']

const by = (
  field: 'name' | 'description' | 'id' | 'count',
  direction: 'asc' | 'desc',
  folded?: boolean,
): Order<TermRecord> => ({
  by: 'field',
  field,
  direction,
  ...(folded !== undefined && { folded }),
})

onEveryStore(t, 'sorts as stores do', async (t, make) => {
  const { store } = await make()
  for (const [count, name] of NAMES.entries())
    await termsIn(store).insert({
      taxonomy: 'post_tag',
      name,
      slug: `s-${count}`,
      description: `${count % 3}`,
      parent: 0,
      group: 0,
      count: count % 4,
    })
  const { records } = await termsIn(store).find({ where: undefined })
  for (const order of [
    [by('name', 'asc', true), by('id', 'asc')],
    [by('name', 'desc', true), by('id', 'asc')],
    [by('name', 'asc'), by('id', 'asc')],
    [by('description', 'desc'), by('count', 'asc'), by('id', 'desc')],
  ]) {
    const expected = (await termsIn(store).find({ where: undefined, order })).records.map(({ id }) => id)
    t.strictSame(
      sortByFields([...records].reverse(), order).map(({ id }) => id),
      expected,
      JSON.stringify(order),
    )
  }
})
