import t from 'tap'
import { attribute, type Browser, openConsole, textOf, type Visit } from '../open-console.js'

const PATH = '/console/api'
const EVIL = '"><script>alert(1)</script>'

const routePath = (pattern: string) => `${PATH}?route=${encodeURIComponent(pattern)}`
const getPath = (target: string) => `${PATH}?get=${encodeURIComponent(target)}`
const hrefs = (page: Visit) => page.all('a').map(link => attribute(link, 'href') ?? '')

async function signedIn(login: string, options: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(options)
  const browser: Browser = opened.browser()
  await browser.signIn(login)
  return { ...opened, ...browser }
}

t.test('a part of the path filters the list', async t => {
  const { visit } = await signedIn('author')
  const { all, text } = await visit(`${PATH}?filter=TAGS`)
  t.same(all('code').map(textOf), ['/cms/v2/tags', '/cms/v2/tags/{id}'])
  t.match(text, '2 routes')
  t.match((await visit(`${PATH}?filter=${encodeURIComponent(EVIL)}`)).text, '0 routes')
})

t.test('a GET leads to a page with its response, whose links lead on', async t => {
  const { send, press, visit } = await signedIn('admin')
  const { body } = await send('POST /posts', { body: { title: `Soup ${EVIL}`, status: 'publish' } })
  const { id } = body as { id: number }
  const { status, location = '' } = await press(routePath('/cms/v2/posts'), 'Send GET', {
    'arg:per_page': '1',
    'arg:_embed': 'author',
    'arg:order': 'asc',
  })
  t.equal(status, 303)
  t.equal(location, getPath('/cms/v2/posts?per_page=1&order=asc&_embed=author'))
  const page = await visit(location)
  t.same(page.errors, [])
  t.match(page.text, /GET \/cms\/v2\/posts\?per_page=1&order=asc&_embed=author 200/)
  t.equal(page.all('script').length, 0)
  const link = hrefs(page).find(href => href.endsWith(encodeURIComponent(`/posts/${id}`)))
  const single = await visit(`/console/${link}`)
  t.match(single.text, `"id": ${id}`)
  t.match(single.text, 'You may use: GET, POST, PUT, PATCH, DELETE')
  t.match(single.text, /Subscriber: GET/)
})

t.test('a change is made once, with the values of the form', async t => {
  const { press, send } = await signedIn('admin')
  const page = await press(routePath('/cms/v2/posts'), 'Send POST', {
    'arg:title': 'Bread',
    'arg:status': 'publish',
    'arg:sticky': 'true',
    'arg:tags': '[]',
    'arg:meta': '{"footnotes":""}',
  })
  t.same([page.status, page.errors], [200, []])
  t.match(page.text, /POST \/cms\/v2\/posts 201/)
  t.match(page.text, /curl --user 'admin:APPLICATION PASSWORD' \\ --request POST/)
  t.match((await send('GET /posts')).body, [{ title: { rendered: 'Bread' }, sticky: true }])
  t.match((await send('GET /posts')).body, { length: 1 })
})

t.test('errors of the interface are responses; forms without a path or nonce are refused', async t => {
  const { press, visit, send } = await signedIn('author')
  const { body } = await send('POST /posts', { body: { title: 'Secret', status: 'private' } })
  const { id } = body as { id: number }
  const refused = await visit(getPath(`/cms/v2/posts/${id}`))
  t.match(refused.text, /403/)
  t.notMatch(refused.text, 'Secret')
  t.notMatch(refused.text, 'What each role may use')
  t.match(await press(routePath('/cms/v2/posts/(?P<id>[\\d]+)'), 'Send DELETE'), {
    status: 400,
    text: /names in braces/,
  })
  const stale = await press(routePath('/cms/v2/posts'), 'Send POST', { nonce: 'x', 'arg:title': 'Forged' })
  t.equal(stale.status, 403)
  t.match((await send('GET /posts?status=draft')).body, { length: 0 })
  t.equal((await visit(getPath('/nowhere'))).status, 404)
  t.match(await visit(routePath('/nowhere')), { status: 200, text: /No route has this path/ })
})

t.test('long responses are cut, and hostile ones escaped', async t => {
  const { visit, send } = await signedIn('admin')
  const text = `${'"\\'.repeat(60_000)}${EVIL}`
  const { body } = await send('POST /posts', { body: { title: EVIL, content: text, status: 'publish' } })
  const page = await visit(getPath(`/cms/v2/posts/${(body as { id: number }).id}?context=edit`))
  t.same([page.status, page.errors, page.all('script').length], [200, [], 0])
  t.ok(page.body.length < 200_000)
})

t.test('patterns of no route and deep JSON are not followed down', async t => {
  const { visit, press } = await signedIn('admin')
  for (const pattern of ['('.repeat(4_000), '(?:a|b)'.repeat(500), '__proto__', EVIL])
    t.match(await visit(routePath(pattern)), { status: 200, text: /No route has this path/ }, pattern.slice(0, 20))
  for (const text of [
    '['.repeat(5_000) + ']'.repeat(5_000),
    `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
    '{"a":',
  ]) {
    const page = await press(routePath('/cms/v2/posts'), 'Send POST', { 'arg:title': 'x', 'arg:meta': text })
    t.match(page, { status: 200, text: /POST \/cms\/v2\/posts 400/ })
  }
})

t.test('the index of the interface links to the page', async t => {
  const { site } = await openConsole()
  const { body } = await site.call('GET', '/')
  t.match(body, { _links: { help: [{ href: 'https://site.example/console/api' }] } })
})
