import t from 'tap'
import { loadModule } from '../../load-module.js'

const { planLinks } =
  await loadModule<typeof import('../../../../packages/core/src/resource/json/plan-links.js')>(
    'resource/json/plan-links.js',
  )

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const idOf = ({ id }: { readonly id: number }) => id
const isOdd = ({ id }: { readonly id: number }) => id % 2 === 1

t.test('links that every record has are one step, and numbers that occur again have one slot', async t => {
  const { steps, slots, prefixed } = planLinks(
    [
      { rel: 'self', href: ['/items/', idOf] },
      { rel: 'about', href: '/about' },
      { rel: 'cms:term', href: ['/terms?item=', idOf] },
      { rel: 'odd', href: ['/odd/', idOf], when: isOdd },
    ],
    names,
  )
  t.strictSame(slots, [idOf])
  t.ok(prefixed)
  t.strictSame(steps, [
    {
      chunks: [
        '"self":[{"href":"/items/',
        0,
        '"}],"about":[{"href":"/about"}],"cms:term":[{"href":"/terms?item=',
        0,
        '"}]',
      ],
    },
    { head: '"odd":[', prefixed: false, rows: [{ when: isOdd, chunks: ['{"href":"/odd/', 0, '"}'] }] },
  ])
})

t.test('the methods of a link are those that the caller has on the record', async t => {
  const both = ['GET', 'PUT'] as const
  const { steps, slots } = planLinks<{ readonly id: number }, undefined>(
    [{ rel: 'self', href: '/item', allow: record => (record.id === 0 ? [] : isOdd(record) ? ['GET'] : both) }],
    names,
  )
  t.strictSame(steps, [{ chunks: ['"self":[{"href":"/item"', 0, '}]'] }])
  const texts = [2, 4, 1, 3, 0, 6].map(id => slots[0]?.({ id }, undefined))
  const hints = (methods: string) => `,"targetHints":{"allow":[${methods}]}`
  const [putting, reading] = [hints('"GET","PUT"'), hints('"GET"')]
  t.strictSame(texts, [putting, putting, reading, reading, '', putting])
})
