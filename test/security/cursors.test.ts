import t from 'tap'
import { makeSite } from '../site/make-site.js'

async function cursorOf({ send }: Pick<Awaited<ReturnType<typeof makeSite>>, 'send'>, path: string, as?: string) {
  const { headers } = await send(`GET ${path}`, as === undefined ? {} : { as })
  return /cursor=([\w-]+)/.exec(headers['Link'] ?? '')?.[1] ?? ''
}

async function siteWithPosts() {
  const made = await makeSite()
  for (const title of ['secretly named', 'secretly called', 'another'])
    await made.send('POST /posts', { body: { title, status: 'publish' } })
  return made
}

t.test('no character of a cursor can be changed', async t => {
  const site = await siteWithPosts()
  const path = '/posts?orderby=title&per_page=1&cursor='
  const cursor = await cursorOf(site, path)
  t.equal((await site.send(`GET ${path}${cursor}`)).status, 200)
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'Q' : 'A'
    const changed = `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`
    for (const forged of [changed, cursor.slice(0, at)].filter(text => text !== '')) {
      const { status, body } = await site.send(`GET ${path}${forged}`)
      t.match({ status, body }, { status: 400, body: { code: 'rest_invalid_cursor' } }, `${at}: ${forged.length}`)
    }
  }
})

t.test('a cursor shows nothing of what the list is ordered by', async t => {
  const site = await siteWithPosts()
  for (const orderby of ['title', 'slug', 'date', 'id', 'author']) {
    const bytes = Buffer.from(await cursorOf(site, `/posts?orderby=${orderby}&per_page=1&cursor=`), 'base64url')
    t.ok(bytes.length > 29, orderby)
    t.notMatch(bytes.toString('latin1'), /secret|20\d\d-/, orderby)
  }
})

t.test('a site does not read the cursors of another', async t => {
  const path = '/posts?per_page=1&cursor='
  const cursor = await cursorOf(await siteWithPosts(), path)
  const { body } = await (await siteWithPosts()).send(`GET ${path}${cursor}`)
  t.match(body, { code: 'rest_invalid_cursor' })
})

t.test('an order for some callers continues only for them', async t => {
  const site = await makeSite({
    register: site => site.registerPostType('note', { restBase: 'notes', supports: ['title'] }),
  })
  for (const title of ['a', 'b', 'c']) await site.send('POST /notes', { body: { title, status: 'publish' } })
  const path = '/notes?orderby=author&per_page=1&cursor='
  const cursor = await cursorOf(site, path)
  t.equal((await site.send(`GET ${path}${cursor}`)).status, 200)
  const { status, body } = await site.send(`GET ${path}${cursor}`, { as: 'anonymous' })
  t.match({ status, body }, { status: 400, body: { code: 'rest_invalid_cursor' } })
})
