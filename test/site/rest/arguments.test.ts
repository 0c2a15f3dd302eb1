import type { Principal } from '@platen/core'
import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { loadModule } from '../load-module.js'
import { makeSite } from '../make-site.js'

type Body = Readonly<Record<string, unknown>>

const POST = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  slug: 'given',
  status: 'private',
  date: '2020-01-01T00:00:00',
  comment_status: 'closed',
  ping_status: 'closed',
  format: 'aside',
  sticky: true,
  categories: [1],
}
const USER = {
  username: 'somebody',
  email: 'somebody@example.com',
  password: 'secret',
  name: 'Name',
  first_name: 'First',
  description: 'About',
  url: 'https://example.com',
  nickname: 'Nick',
  slug: 'given',
  roles: ['author'],
}

/** What becomes of a null: an answer that must match, or the status and code of a refusal. */
const cases: readonly (readonly [
  list: string,
  made: Body,
  change: Body,
  expected: Body | readonly [number, string],
])[] = [
  ['/posts', POST, { title: null }, { title: { raw: 'Title' } }],
  ['/posts', POST, { content: null }, { content: { raw: 'Content' } }],
  ['/posts', POST, { excerpt: null }, { excerpt: { raw: 'Excerpt' } }],
  ['/posts', POST, { slug: null }, { slug: 'title' }],
  ['/posts', POST, { status: null }, { status: 'draft', slug: 'given' }],
  ['/posts', POST, { author: null }, { author: 1 }],
  ['/posts', POST, { comment_status: null, ping_status: null }, { comment_status: 'closed', ping_status: 'closed' }],
  ['/posts', POST, { format: null }, { format: 'aside' }],
  ['/posts', POST, { sticky: null }, { sticky: false }],
  ['/posts', POST, { template: null }, { template: '' }],
  ['/posts', POST, { categories: null }, { categories: [] }],
  ['/posts', POST, { featured_media: null }, { featured_media: 0 }],
  ['/posts', POST, { meta: null }, { title: { raw: 'Title' } }],
  ['/posts', POST, { id: null }, [400, 'rest_invalid_param']],
  ['/posts', { title: 'x', password: 'secret' }, { password: null }, { password: '' }],
  ['/pages', { title: 'x', menu_order: 5 }, { menu_order: null, parent: null }, { menu_order: 0, parent: 0 }],
  ['/categories', { name: 'Name', slug: 'given' }, { slug: null }, { slug: 'name' }],
  [
    '/categories',
    { name: 'Name', description: 'x', parent: 1 },
    { description: null, parent: null },
    { description: '', parent: 0 },
  ],
  ['/categories', { name: 'Name' }, { name: null }, [500, 'empty_term_name']],
  ['/users', USER, { name: null, nickname: null }, { name: 'somebody', nickname: 'somebody' }],
  ['/users', USER, { first_name: null, description: null, url: null }, { first_name: '', description: '', url: '' }],
  ['/users', USER, { slug: null }, { slug: 'somebody' }],
  ['/users', USER, { roles: null }, { roles: [] }],
  ['/users', USER, { password: null }, [400, 'rest_invalid_param']],
  ['/users', USER, { username: null }, [400, 'rest_invalid_param']],
]

t.test('null sets the empty value, depending on the dialect', async t => {
  for (const [list, made, change, expected] of cases) {
    const { send } = await makeSite({ dialect: wpDialect })
    const { status, body } = await send(`POST ${list}`, { body: made })
    t.equal(status, 201, JSON.stringify(body))
    const changed = await send(`PUT ${list}/${(body as { id: number }).id}`, { body: change })
    const what = `${list} ${JSON.stringify(change)}`
    if (Array.isArray(expected)) {
      t.equal(changed.status, expected[0], what)
      t.match(changed.body, { code: expected[1] }, what)
    } else {
      t.equal(changed.status, 200, what)
      t.match(changed.body, expected, what)
    }
  }
})

t.test('null counts as absent for a new record', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  for (const [list, given] of [
    ['/posts', { title: 'x', slug: null, status: null, author: null, format: null, template: null, tags: null }],
    ['/categories', { name: 'x', slug: null, parent: null, description: null }],
    ['/users', { ...USER, name: null, url: null, locale: null }],
  ] as const)
    t.equal((await send(`POST ${list}`, { body: given })).status, 201, list)
  for (const [list, given] of [
    ['/categories', { name: null }],
    ['/users', { ...USER, email: null }],
  ] as const)
    t.match(
      await send(`POST ${list}`, { body: given }),
      { status: 400, body: { code: 'rest_missing_callback_param' } },
      list,
    )
})

t.test('otherwise null has the wrong type', async t => {
  const { send } = await makeSite({ dialect: cmsDialect })
  const refused = { status: 400, body: { code: 'rest_invalid_param' } }
  const { body } = await send('POST /posts', { body: POST })
  for (const name of ['slug', 'status', 'author', 'sticky', 'categories', 'template'])
    t.match(await send(`PUT /posts/${(body as { id: number }).id}`, { body: { [name]: null } }), refused, name)
  t.match(await send('POST /categories', { body: { name: 'x', parent: null } }), refused)
  const wp = await makeSite({ dialect: wpDialect })
  t.match(await wp.send('POST /posts?_method=GET', { body: { orderby: null } }), refused, 'an argument of no field')
})

const { refusal } =
  await loadModule<typeof import('../../../packages/site/src/kernel/refusals/refusal.js')>('kernel/refusals/refusal.js')

const request = (authenticated: boolean) => ({ principal: { authenticated } as Principal })

t.test('a refusal is 401 for anonymous callers and 403 for others', async t => {
  const [anonymous, known] = [false, true].map(each => refusal(request(each), 'rest_no', 'No.'))
  t.match(anonymous, { code: 'rest_no', message: 'No.', status: 401 })
  t.match(known, { code: 'rest_no', message: 'No.', status: 403 })
})
