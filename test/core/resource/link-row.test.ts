import t from 'tap'
import { loadModule } from '../load-module.js'

const { groupByRelation, hrefParts } =
  await loadModule<typeof import('../../../packages/core/src/resource/link-row.js')>('resource/link-row.js')

t.test('rows are grouped by their relations, in order', async t => {
  const rows = [
    { rel: 'a', href: '/1' },
    { rel: 'b', href: '/2' },
    { rel: 'a', href: '/3' },
  ]
  t.same(
    [...groupByRelation(rows)],
    [
      ['a', [rows[0], rows[2]]],
      ['b', [rows[1]]],
    ],
  )
  const id = () => 7
  t.same(hrefParts({ rel: 'a', href: '/1' }), ['/1'])
  t.same(hrefParts({ rel: 'a', href: ['/', id] }), ['/', id])
})
