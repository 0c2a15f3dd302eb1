import { postsIn, type Site, usersIn } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

/** Four people; Bo and Cy have published something. */
async function people(): Promise<TestSite> {
  const register = (site: Site) =>
    site.registerPostType('memo', { label: 'Memos', showInRest: false, supports: ['title', 'author'] })
  const made = await makeSite({ register })
  const people = [
    ['ann', 'Zoë', 'author', 'https://c.example/'],
    ['bo', 'yan', 'editor', ''],
    ['cy', 'Xia', 'contributor', 'https://b.example/'],
    ['di', 'Émile', 'subscriber', 'https://a.example/'],
  ] as const
  for (const [username, name, role, url] of people) {
    const { id } = (
      await made.send('POST /users', {
        body: { username, name, url, roles: [role], email: `mail-${username}@private.example`, password: 'x' },
      })
    ).body as { id: number }
    if (username === 'bo') await made.send('POST /posts', { body: { title: 'Out', status: 'publish', author: id } })
    if (username === 'cy') await made.send('POST /pages', { body: { title: 'Out', status: 'publish', author: id } })
    if (username === 'di') {
      const { body } = await made.send('POST /posts', { body: { title: 'Hidden', status: 'publish', author: id } })
      await postsIn(made.store).update((body as { id: number }).id, { type: 'memo' })
    }
  }
  return made
}

const NEW = 'exclude=1,2,3,4,5'

async function found({ send }: TestSite, query: string, as = 'administrator'): Promise<string> {
  // The last of two values counts.
  const { body } = await send(`GET /users?_fields=slug&order=asc&${query}`, { as })
  return Array.isArray(body)
    ? body.map((user: { slug: string }) => user.slug).join(' ')
    : (body as { code: string }).code
}

const ORDERS: readonly (readonly [string, string])[] = [
  ['', 'di cy bo ann'],
  ['orderby=name&order=desc', 'ann bo cy di'],
  ['orderby=id', 'ann bo cy di'],
  ['orderby=id&order=desc', 'di cy bo ann'],
  ['orderby=slug', 'ann bo cy di'],
  ['orderby=url', 'bo di cy ann'],
  ['orderby=email&order=desc', 'di cy bo ann'],
  ['orderby=registered_date', 'ann bo cy di'],
  ['orderby=include', 'ann bo cy di'],
]

t.test('orders', async t => {
  const site = await people()
  for (const [query, expected] of ORDERS) t.equal(await found(site, `${NEW}&${query}`), expected, query)
  t.equal(await found(site, 'orderby=include&include=8,6,9'), 'cy ann di')
  t.equal(await found(site, 'orderby=include&include=8,6,9&order=desc'), 'di ann cy')
  t.equal(await found(site, 'orderby=include_slugs&slug=di,BO,cy'), 'di bo cy')
})

const FILTERS: readonly (readonly [string, string])[] = [
  ['roles=author', 'ann'],
  ['roles=author,subscriber', 'di ann'],
  ['roles=author&capabilities=edit_others_posts', 'bo ann'],
  ['capabilities=edit_posts', 'cy bo ann'],
  ['capabilities=edit_categories', 'bo'],
  ['capabilities=subscriber', 'di'],
  ['who=authors', 'cy bo ann'],
  ['who=authors&roles=subscriber', 'cy bo ann'],
  ['has_published_posts=true', 'cy bo'],
  ['has_published_posts=page', 'cy'],
  ['has_published_posts=false', 'di cy bo ann'],
  ['slug=ann,di', 'di ann'],
]

t.test('filters', async t => {
  const site = await people()
  for (const [query, expected] of FILTERS) t.equal(await found(site, `${NEW}&${query}`), expected, query)
  t.equal(await found(site, 'include=6,7&exclude=6'), 'bo ann', 'what is included is not excluded')
  t.equal(await found(site, 'orderby=include&include=-7,-6'), 'bo ann', 'ids count without their signs')
  t.equal(await found(site, `${NEW},-6`), 'di cy bo')
})

t.test('capabilities that are granted one by one count', async t => {
  const site = await people()
  await usersIn(site.store).update(9, { capabilities: { fly: true, swim: false } })
  t.equal(await found(site, 'capabilities=fly'), 'di')
  t.equal(await found(site, 'capabilities=swim'), '')
})

t.test('callers who may not list users see users who have published visible posts', async t => {
  const site = await people()
  for (const as of ['anonymous', 'subscriber', 'editor']) {
    t.equal(await found(site, '', as), 'cy bo', as)
    t.equal(await found(site, 'has_published_posts=false', as), 'cy bo', as)
    t.equal(await found(site, 'has_published_posts=post', as), 'bo', as)
    t.equal(await found(site, 'include=6,7,8,9', as), 'cy bo', as)
  }
  t.equal(
    await found(site, `who=authors&${NEW}`, 'contributor'),
    'cy bo ann',
    'those who write may choose among all authors',
  )
})

const SEARCHES: readonly (readonly [string, string, string])[] = [
  ['search=mail-bo@private', 'bo', ''],
  ['search=mail-bo&search_columns=email', 'bo', ''],
  ['search=private.example', 'di cy bo ann', ''],
  ['search=bo&search_columns=username', 'bo', ''],
  ['search=bo&search_columns=slug', 'bo', 'bo'],
  ['search=YAN', 'bo', 'bo'],
  ['search=emile', 'di', ''],
  ['search=b.example', 'cy', ''],
  ['search=https://b.', 'cy', ''],
  ['search=7', 'bo', 'bo'],
  ['search=7&search_columns=id', 'bo', 'bo'],
  ['search=x&search_columns=id', '', ''],
  ['search=*xia*', 'cy', 'cy'],
  ['search=%25', '', ''],
  ['search=%20', 'di cy bo ann', 'cy bo'],
]

t.test('searches reveal neither logins nor email addresses to callers who may not list users', async t => {
  const site = await people()
  for (const [query, forAll, forSome] of SEARCHES) {
    t.equal(await found(site, `${NEW}&${query}`), forAll, query)
    t.equal(await found(site, `${NEW}&${query}`, 'editor'), forSome, `${query}, editor`)
  }
})

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['roles=editor', 'rest_user_cannot_view'],
  ['capabilities=edit_posts', 'rest_user_cannot_view'],
  ['context=edit', 'rest_forbidden_context'],
  ['orderby=email', 'rest_forbidden_orderby'],
  ['orderby=registered_date', 'rest_forbidden_orderby'],
  ['who=authors', 'rest_forbidden_who'],
]

t.test('arguments that reveal more than public pages are forbidden', async t => {
  const { send } = await people()
  for (const [query, code] of FORBIDDEN) {
    t.match(await send(`GET /users?${query}`, { as: 'anonymous' }), { status: 401, body: { code } }, query)
    t.match(await send(`GET /users?${query}`, { as: 'subscriber' }), { status: 403, body: { code } }, query)
  }
})

t.test('pages', async t => {
  const { send } = await people()
  const page = await send('GET /users?per_page=4&offset=5&_fields=slug&orderby=id&order=asc')
  t.match(page, { headers: { 'X-CMS-Total': '9', 'X-CMS-TotalPages': '3' } })
  t.same(page.body, [{ slug: 'ann' }, { slug: 'bo' }, { slug: 'cy' }, { slug: 'di' }])
  t.match(page.headers['Link'], /page=2>; rel="prev"/, 'an offset is on the page after the one it begins in')
  t.match(await send('GET /users?page=9'), { status: 200, body: [], headers: { 'X-CMS-Total': '9' } })
  t.match(await send('GET /users?offset=-3&per_page=1'), { status: 200, body: [{}] })
})
