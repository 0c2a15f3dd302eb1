import { postsIn } from '@platen/site'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { EVERY_BLOCK } from './used-blocks.js'

t.test('a list costs the same number of statements, however many of its posts contain the blocks', async t => {
  const made = await countingSite(t)
  const { store, send, statements } = made
  const parent = (await send('POST /categories', { body: { name: 'Parent' } })).body as { id: number }
  const child = (await send('POST /categories', { body: { name: 'Child', parent: parent.id } })).body as { id: number }
  await send('POST /posts', { body: { title: 'x', status: 'publish', categories: [child.id], content: 'x' } })
  const page = (await send('POST /pages', { body: { title: 'Page', status: 'publish' } })).body as { id: number }
  const menu = (await send('POST /navigation', {
    body: {
      title: 'Menu',
      status: 'publish',
      content: `<!-- wp:navigation-link {"label":"x","kind":"post-type","id":${page.id}} /--><!-- wp:page-list /-->`,
    },
  })) as { body: { id: number } }
  for (const [name, block] of Object.entries(EVERY_BLOCK)) {
    const content = block.replaceAll('MENU', String(menu.body.id)).replaceAll('PAGE', String(page.id))
    const type = `probe-${name}`
    const add = (slug: string) =>
      postsIn(store).insert(recordOf(slug, { content, author: 1, date: '2035-01-01T00:00:00' }))
    const first = await add(`${type}-0`)
    const once = await statements('GET /posts?per_page=1')
    const others = await postsIn(store).insertMany(
      Array.from({ length: 9 }, (_, number) =>
        recordOf(`${type}-${number + 1}`, { content, date: '2035-01-01T00:00:00' }),
      ),
    )
    t.equal(await statements('GET /posts?per_page=10'), once, name)
    const { body } = await send('GET /posts?per_page=10')
    t.ok(JSON.stringify(body).includes(`wp-block`), `${name} shows something`)
    await postsIn(store).removeWhere({ op: 'in', field: 'id', values: [first.id, ...others.map(({ id }) => id)] })
  }
})
