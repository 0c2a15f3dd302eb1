import { type LinkRow, linkTable, withCuries } from '@platen/core'
import t from 'tap'
import { loadModule } from '../../load-module.js'

const { linksWriter } =
  await loadModule<typeof import('../../../../packages/core/src/resource/json/write-links.js')>(
    'resource/json/write-links.js',
  )

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
interface Item {
  readonly id: number
  readonly parent: number
  readonly name: string
}
const rows: readonly LinkRow<Item, undefined>[] = [
  { rel: 'self', href: ['/items/', ({ id }) => id], allow: () => ['GET', 'PUT'] },
  { rel: 'collection', href: '/items?a="b"' },
  {
    rel: 'up',
    href: ['/items/', ({ parent }) => parent],
    when: ({ parent }) => parent !== 0,
    attributes: { embeddable: true },
  },
  {
    rel: 'cms:term',
    href: ['/tags?item=', ({ id }) => id],
    when: ({ id }) => id % 2 === 0,
    computed: { name: ({ name }) => name },
  },
  {
    rel: 'cms:term',
    href: ['/sorts?item=', ({ id }) => id, '&x'],
    when: ({ id }) => id > 2,
    attributes: { taxonomy: 'sort' },
  },
]

for (const id of [1, 2, 3, 4]) {
  for (const parent of [0, 7]) {
    t.test(`the text of links equals the JSON of their values: item ${id} below ${parent}`, async t => {
      const item = { id, parent, name: 'a "name"' }
      for (const some of [rows, rows.slice(2), rows.slice(0, 2), []]) {
        const values = withCuries(linkTable(some, names).of(item, undefined), names)
        const write = linksWriter(some, names)
        for (let call = 0; call < 2; call++)
          t.strictSame(JSON.parse(write(item, undefined)), JSON.parse(JSON.stringify(values)))
      }
    })
  }
}
