import t from 'tap'
import { onEveryStore } from '../../every-store.js'

const ALL = 'GET, POST, PUT, PATCH, DELETE'

onEveryStore(t, 'who may not change whether a post is sticky may leave it as it is', async (t, make) => {
  const { send, site, users } = await make()
  const { id } = (await send('POST /posts', { as: 'author', body: { title: 'Mine' } })).body as { id: number }
  const as = site.principalOf(users.get('author'))
  const update = (sticky: unknown) => send(`PUT /posts/${id}`, { as: 'author', body: { sticky } })
  for (const isSticky of [false, true]) {
    await send(`PUT /posts/${id}`, { body: { sticky: isSticky } })
    t.match(await update(isSticky), { status: 200, headers: { Allow: ALL }, body: { sticky: isSticky } })
    t.match(await site.content.posts.update(id, { sticky: isSticky }, { as }), { id })
    const refusal = { status: 403, headers: { Allow: 'GET, DELETE' }, body: { code: 'rest_cannot_assign_sticky' } }
    t.match(await update(!isSticky), refusal)
    await t.rejects(site.content.posts.update(id, { sticky: !isSticky }, { as }), { code: 'rest_cannot_assign_sticky' })
    for (const [value, counts] of [
      ['maybe', true],
      [['x'], true],
      ['', false],
      [[], false],
      [{}, false],
    ] as const)
      t.match(
        (await update(value)).headers,
        { Allow: counts === isSticky ? ALL : 'GET, DELETE' },
        JSON.stringify(value),
      )
  }
})
