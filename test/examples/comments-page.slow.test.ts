import { type DefaultTreeAdapterMap, parse } from 'parse5'
import t from 'tap'
import { freePort } from './drive-recipe.js'
import { runExample } from './run-example.js'

interface Comment {
  readonly id: number
  readonly author_name: string
  readonly date: string
  readonly status: string
  readonly content: { readonly rendered: string }
}

/** The module of the page, which runs outside browsers too. */
interface PageModule {
  createClient(
    api: string,
    post: number,
  ): {
    readPost(): Promise<{ readonly title: { readonly rendered: string } }>
    list(page?: number): Promise<{ readonly comments: readonly Comment[]; readonly hasMore: boolean }>
    send(values: Readonly<Record<string, string>>): Promise<Comment>
  }
  commentHtml(comment: Comment): string
  thanks(comment: Comment): string
}

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

/** The elements of a page, in their order. */
function elementsIn(html: string): readonly Element[] {
  const found: Element[] = []
  const waiting: Node[] = [parse(html)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return found
}
const attribute = (element: Element | undefined, name: string): string =>
  element?.attrs.find(each => each.name === name)?.value ?? ''

const { printed, stop, ended } = runExample(t, 'comments-page', { PORT: await freePort() })
const [, origin = '', credentials = ''] = await printed(/at (http:\S+)\/; .* is (admin:.+)\n/)
const page = await fetch(`${origin}/`)
const elements = elementsIn(await page.text())
const section = elements.find(each => attribute(each, 'id') === 'comments')
const post = Number(attribute(section, 'data-post'))
const api = origin + attribute(section, 'data-api')
const source = await (await fetch(`${origin}/comments.js`)).text()
const { createClient, commentHtml, thanks } = (await import(
  `data:text/javascript,${encodeURIComponent(source)}`
)) as PageModule
const client = createClient(api, post)
const ann = { author_name: 'Ann <b>', author_email: 'ann@example.com' }

t.teardown(stop)

t.test('the page has what its script looks for', async t => {
  t.equal(page.status, 200)
  const scripts = elements.filter(each => each.tagName === 'script')
  t.same(
    scripts.map(each => attribute(each, 'src')),
    ['/comments.js'],
    'nothing runs but the module',
  )
  t.match(page.headers.get('content-security-policy'), "script-src 'self'")
  const ids = elements.map(each => attribute(each, 'id'))
  for (const [, id = ''] of source.matchAll(/'#(\w+)'/g)) t.ok(ids.includes(id), id)
  for (const id of ['list', 'more', 'message', 'form']) t.ok(ids.includes(id), id)
  const fields = elements.filter(each => ['input', 'textarea'].includes(each.tagName))
  t.same(
    fields.map(each => attribute(each, 'name')),
    ['author_name', 'author_email', 'content'],
  )
})

t.test('visitors read, and write without an account', async t => {
  t.equal((await client.readPost()).title.rendered, 'Mint')
  const before = await client.list()
  t.match(before, { comments: [{ author_name: 'admin', status: 'approved' }], hasMore: false })
  const sent = await client.send({ ...ann, content: 'Pots! <script>x()</script><img src=x onerror=x()>' })
  t.match(sent, { status: 'hold', author_name: String })
  t.match(thanks(sent), 'approved it')
  t.match(commentHtml(sent), 'class="waiting"')
  t.equal((await client.list()).comments.length, 1, 'it waits for a moderator')

  const approved = await fetch(`${api}/cms/v2/comments/${sent.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(credentials)}` },
    body: JSON.stringify({ status: 'approved' }),
  })
  t.equal(approved.status, 200)
  const after = await client.list()
  t.equal(after.comments.length, 2)
  const html = after.comments.map(commentHtml).join('')
  t.notMatch(html, /waiting|<script|onerror|<b>/)
  const next = await client.send({ ...ann, content: 'It worked.' })
  t.match(next, { status: 'approved' }, 'the visitor is known now')
  t.match(thanks(next), /^Thank you!$/)
  t.notMatch(commentHtml(next), 'waiting')
})

t.test('older comments are on further pages', async t => {
  for (let count = 0; count < 19; count++) {
    const made = await fetch(`${api}/cms/v2/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(credentials)}` },
      body: JSON.stringify({ post, content: `Comment ${count}` }),
    })
    t.equal(made.status, 201)
  }
  const [first, second] = [await client.list(), await client.list(2)]
  t.match(first, { hasMore: true, comments: { length: 20 } })
  t.match(second, { hasMore: false, comments: { length: 2 } })
})

t.test('refused comments are rejected with the reason', async t => {
  await t.rejects(client.send({ author_name: '', author_email: '', content: 'x' }), Error)
  await t.rejects(client.send({ ...ann, content: '' }), Error)
  await t.rejects(client.send({ ...ann, content: 'Pots! <script>x()</script><img src=x onerror=x()>' }), Error)
})

t.test('pages of other origins may use it too', async t => {
  const headers = {
    origin: 'https://blog.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  const preflight = await fetch(`${api}/cms/v2/comments`, { method: 'OPTIONS', headers })
  t.ok(preflight.ok)
  t.equal(preflight.headers.get('access-control-allow-origin'), '*')
  t.match(preflight.headers.get('access-control-allow-headers'), /content-type/i)
  const read = await fetch(`${api}/cms/v2/comments?post=${post}`, { headers: { origin: 'https://blog.example' } })
  t.match(read.headers.get('access-control-expose-headers'), /X-CMS-TotalPages/i)
})

t.test('it stops', async t => {
  stop()
  t.equal((await ended).code, 0)
})
