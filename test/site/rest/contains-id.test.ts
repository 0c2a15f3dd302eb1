import t from 'tap'
import { makeSite } from '../make-site.js'

const EMPTY = [null, false, 0, '', '0', [], {}]
const GIVEN = [1, -1, '1', 'x', true, [0], { a: 1 }]

t.test('a request that creates a record may contain an empty id, but no other', async t => {
  const { send } = await makeSite()
  const post = await send('POST /posts', { body: { title: 'x', status: 'publish' } })
  const { id } = post.body as { id: number }
  let count = 0
  for (const [path, code, body] of [
    ['/users', 'rest_user_exists', () => ({ username: `u${count}`, email: `u${count}@example.com`, password: 'x' })],
    ['/posts', 'rest_post_exists', () => ({ title: `Post ${count}` })],
    ['/comments', 'rest_comment_exists', () => ({ post: id, content: `Comment ${count}` })],
  ] as const) {
    for (const empty of EMPTY) {
      count += 1
      const { status } = await send(`POST ${path}`, { body: { ...body(), id: empty } })
      t.equal(status, 201, `${path} ${JSON.stringify(empty)}`)
    }
    for (const given of GIVEN) {
      count += 1
      const answer = await send(`POST ${path}`, { body: { ...body(), id: given } })
      t.equal(answer.status, 400, `${path} ${JSON.stringify(given)}`)
      t.match(answer.body, { code: new RegExp(`^(?:${code}|rest_invalid_param)$`) })
    }
  }
})
