import type { PostRecord } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const WORDS = Array.from({ length: 60 }, (_, at) => `w${at + 1}`)
const firstWords = (count: number) =>
  count >= WORDS.length ? `<p>${WORDS.join(' ')}</p>\n` : `<p>${WORDS.slice(0, count).join(' ')} [&hellip;]</p>\n`

interface Shown extends Omit<PostRecord, 'excerpt'> {
  readonly excerpt: { readonly rendered: string }
}

t.test('the length of a generated excerpt counts wherever posts are answered', async t => {
  const { send } = await makeSite()
  const created = await send('POST /posts?excerpt_length=4', {
    body: { title: 'x', content: WORDS.join(' '), status: 'publish' },
  })
  const { id, excerpt } = created.body as unknown as Shown
  t.equal(excerpt.rendered, firstWords(4), 'creation')
  for (const [given, count] of [
    ['', 0],
    ['0', 0],
    ['5', 5],
    ['5.5', 5],
    ['1e1', 10],
    ['abc', 0],
    ['100', 100],
  ] as const) {
    const query = `excerpt_length=${given}`
    const listed = await send(`GET /posts?include=${id}&${query}`)
    t.match(listed.body, [{ excerpt: { rendered: firstWords(count) } }], `list ${given}`)
    const changed = await send(`PUT /posts/${id}?${query}`, { body: { title: 'y' } })
    t.match(changed.body, { excerpt: { rendered: firstWords(count) } }, `change ${given}`)
  }
  t.match((await send(`PUT /posts/${id}`, { body: { excerpt_length: 3 } })).body, {
    excerpt: { rendered: firstWords(3) },
  })
  t.equal((await send(`GET /posts/${id}?excerpt_length=abc`)).status, 400, 'one post has a schema for it')
  t.match((await send(`DELETE /posts/${id}?excerpt_length=2`)).body, { excerpt: { rendered: firstWords(2) } })
})
