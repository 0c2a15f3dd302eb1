import { RestError } from '@platen/core'
import { postsIn, type Site } from '@platen/site'
import { postInput } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const withFilter = (register: (site: Site) => void) => makeSite({ register })
const idOf = ({ body }: { readonly body: unknown }) => (body as { id: number }).id

t.test('a filter changes what is stored, by requests and in process', async t => {
  const { site, send } = await withFilter(site =>
    site.filter(postInput, ({ value, type }) =>
      type === 'post' && value.title !== undefined ? { ...value, title: `${value.title}!` } : value,
    ),
  )
  const made = await send('POST /posts', { body: { title: 'One' } })
  t.match(made, { status: 201, body: { title: { raw: 'One!' } } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { title: 'Two' } }), { body: { title: { raw: 'Two!' } } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { excerpt: 'x' } }), { body: { title: { raw: 'Two!' } } })
  t.match(await send('POST /pages', { body: { title: 'One' } }), { body: { title: { raw: 'One' } } })
  t.match(await site.content.posts.create({ title: 'Three' }, { as: site.system }), { title: 'Three!' })
})

t.test('a filter that throws refuses the write', async t => {
  const { store, send } = await withFilter(site =>
    site.filter(postInput, ({ value, before, actor }) => {
      if (before?.status === 'publish' && !actor.can('manage_options'))
        throw new RestError('garden_frozen', 'Published posts do not change.', 409)
      if (value.title?.includes('spam')) throw new RestError('garden_spam', 'No spam.', 400)
      return value
    }),
  )
  t.match(await send('POST /posts', { body: { title: 'spam' } }), { status: 400, body: { code: 'garden_spam' } })
  t.equal(await postsIn(store).count(), 0)
  const made = await send('POST /posts', { body: { title: 'A', status: 'publish' }, as: 'author' })
  const path = `/posts/${idOf(made)}`
  const change = { body: { title: 'B' }, as: 'author' }
  t.match(await send(`PATCH ${path}`, change), { status: 409, body: { code: 'garden_frozen' } })
  t.match(await send(`GET ${path}`), { body: { title: { rendered: 'A' } } })
  t.match(await send(`PATCH ${path}`, { body: { title: 'B' } }), { status: 200 })
})

t.test('the result is checked like what the actor has sent', async t => {
  const { send } = await withFilter(site =>
    site.filter(postInput, ({ value, before }) => {
      if (value.title === 'publish') return { ...value, status: 'publish' }
      if (value.title === 'author') return { ...value, author: 1 }
      return before === undefined ? value : { ...value, status: 'no such status' }
    }),
  )
  const publish = { title: 'publish' }
  t.match(await send('POST /posts', { body: publish, as: 'contributor' }), { status: 403 })
  t.match(await send('POST /posts', { body: { title: 'author' }, as: 'contributor' }), { status: 403 })
  t.match(await send('POST /posts', { body: publish, as: 'author' }), { status: 201, body: { status: 'publish' } })
  const made = await send('POST /posts', { body: { title: 'A' } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { title: 'B' } }), { status: 400 })
})

t.test('a caller without permission is refused before the filter', async t => {
  let calls = 0
  const { send } = await withFilter(site =>
    site.filter(postInput, ({ value }) => {
      calls += 1
      return value
    }),
  )
  t.match(await send('POST /posts', { body: { title: 'A' }, as: 'subscriber' }), { status: 403 })
  t.equal(calls, 0)
})
