import type { PostRecord } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'

onEveryStore(t, 'a change that does not say the categories leaves one', async (t, make) => {
  const { send } = await make()
  for (const status of ['draft', 'pending', 'publish', 'private']) {
    const created = await send('POST /posts', { body: { title: 'x', status, categories: [] } })
    const { id } = created.body as PostRecord
    t.match(created.body, { categories: [] }, status)
    for (const [change, categories] of [
      [{ title: 'y' }, [1]],
      [{ categories: [] }, []],
      [{}, [1]],
      [{ categories: [99999999] }, []],
      [{ status: 'publish' }, [1]],
      [{ categories: [1] }, [1]],
      [{ title: 'z' }, [1]],
      [{ categories: [] }, []],
    ] as const)
      t.match((await send(`PUT /posts/${id}`, { body: change })).body, { categories }, JSON.stringify(change))
    t.match((await send(`DELETE /posts/${id}`)).body, { categories: [1] }, 'in the trash')
  }
  t.match((await send('GET /categories/1')).body, { count: 0 })
  t.same((await send('POST /pages', { body: { title: 'x' } })).status, 201)
})
