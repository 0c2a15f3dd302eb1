import { inDryRun } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from './every-store.js'

const TIMES = 40

onEveryStore(t, 'dry runs beside other writes store nothing, and stop none of them', async (t, make) => {
  const { site, users } = await make()
  const as = users.get('administrator')
  const create = (title: string) => site.call('POST', '/cms/v2/posts', { title, status: 'publish' }, { as })
  const sent = Array.from({ length: TIMES }, (_, at) =>
    at % 2 === 0 ? create(`Stored ${at}`) : inDryRun(site.context, () => create(`Dry ${at}`)),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  t.same(
    statuses,
    Array.from({ length: TIMES }, (_, at) => (at % 2 === 0 ? 201 : 200)),
  )
  const list = await site.call<readonly { readonly slug: string }[]>('GET', '/cms/v2/posts', undefined, {
    query: { per_page: 100, _fields: 'slug' },
  })
  if (!list.ok) throw new Error('The list failed.')
  t.equal(list.body.length, TIMES / 2)
  t.notOk(list.body.some(({ slug }) => slug.startsWith('dry')))
})
