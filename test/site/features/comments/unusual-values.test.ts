import { cmsDialect, commentsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

type Body = Readonly<Record<string, unknown>>
/** What matches the response, or the status and code of a refusal. */
type Expected = Body | readonly [status: number, code: string]

const created: readonly (readonly [sent: Body, expected: Expected])[] = [
  [{ type: '' }, { type: 'comment' }],
  [{ author_email: '' }, { author_email: 'administrator@example.com' }],
  [{ author_email: 'nobody' }, [400, 'rest_invalid_param']],
  [{ author_email: 7 }, [400, 'rest_invalid_param']],
  [{ author_email: ['a@example.com'] }, [400, 'rest_invalid_param']],
  [{ author_name: 'n'.repeat(300) }, [400, 'rest_comment_author_data_required']],
  [{ author_name: 'n'.repeat(300), author_email: 'a@example.com' }, [400, 'comment_author_column_length']],
]
const updated: readonly (readonly [sent: Body, expected: Expected])[] = [
  [{ author_email: '' }, { author_email: '' }],
  [{ author_email: 'b@example.com' }, { author_email: 'b@example.com' }],
  [{ author_email: 'nobody' }, [400, 'rest_invalid_param']],
  [{ content: null }, { content: { raw: 'Words' } }],
  [{ content: '' }, [400, 'rest_comment_content_invalid']],
  [{ type: '' }, [404, 'rest_comment_invalid_type']],
  [{ post: 0 }, [403, 'rest_comment_invalid_post_id']],
  [{ post: 99_999 }, [403, 'rest_comment_invalid_post_id']],
  [{ status: 'nonsense' }, { status: 'approved' }],
  [{ author_url: 'https://a.example/?b=1&c=2' }, { author_url: 'https://a.example/?b=1&amp;c=2' }],
  [{ author_url: 'https://a.example/?b=1&amp;c=2' }, { author_url: 'https://a.example/?b=1&amp;c=2' }],
]

t.test('where 0 counts as empty, numbers and flags are texts', async t => {
  const { send } = await makeSite({ dialect: wpDialect, comments: { flood: false } })
  const post = (await send('POST /posts', { body: { title: 'A post', status: 'publish' } })).body as { id: number }
  const headers = { 'user-agent': 'Reader/1' }
  const create = (body: Body) => send('POST /comments', { headers, body: { post: post.id, content: 'Words', ...body } })
  const { id } = (await create({ content: 'First' })).body as { id: number }
  const update = (body: Body) => send(`PUT /comments/${id}`, { headers, body })
  for (const author_email of [0, false, '0', null]) {
    const words = JSON.stringify(author_email)
    t.match((await update({ author_email })).body, { author_email: '' }, words)
    t.match((await create({ content: words, author_email })).body, { author_email: 'admin@example.com' }, words)
    const named = await create({ content: `A: ${words}`, author_name: 'A', author_email })
    t.match(named, { status: 400, body: { code: 'rest_comment_author_data_required' } })
  }
  for (const author_email of [1, true, [], ['a@example.com'], {}, { raw: 'a@example.com' }]) {
    const details = { author_email: { code: 'rest_invalid_email' } }
    t.match((await update({ author_email })).body, { code: 'rest_invalid_param', data: { details } })
  }
  t.match((await create({ content: 'No name', author_name: '0' })).body, { author_name: 'admin' })
  const nameless = await create({ content: 'No name', author_name: '0', author_email: 'a@example.com' })
  t.match(nameless.body, { code: 'rest_comment_author_data_required' })
  for (const author_user_agent of ['0', ' '])
    t.match((await update({ author_user_agent })).body, { author_user_agent: 'Reader/1' }, `"${author_user_agent}"`)
})

for (const dialect of [cmsDialect, wpDialect]) {
  t.test(dialect.name, async t => {
    const { send, users } = await makeSite({ dialect, comments: { flood: false } })
    const post = (await send('POST /posts', { body: { title: 'A post', status: 'publish' } })).body as { id: number }
    const create = (body: Body) => send('POST /comments', { body: { post: post.id, content: 'Words', ...body } })
    const email = users.get('administrator')?.email
    const check = (response: { status: number; body: unknown }, sent: Body, expected: Expected) => {
      const text = JSON.stringify(sent).slice(0, 60)
      if (Array.isArray(expected)) t.same([response.status, (response.body as Body)['code']], expected, text)
      else {
        t.ok(response.status < 300, text)
        const given = 'author_email' in sent && sent['author_email'] === '' && response.status === 201
        t.match(response.body, given ? { author_email: email } : expected, text)
      }
    }
    for (const [sent, expected] of created)
      check(await create({ content: JSON.stringify(sent), ...sent }), sent, expected)
    const { id } = (await create({})).body as { id: number }
    const agent = async (body: Body) => {
      const headers = { 'user-agent': 'Reader/1' }
      const answer = await send(`PUT /comments/${id}`, { body, headers })
      return (answer.body as Body)['author_user_agent']
    }
    t.equal(await agent({ author_user_agent: 'Other/2' }), 'Other/2')
    t.equal(await agent({ author_user_agent: '' }), 'Reader/1', 'nothing is what the client is')
    for (const [sent, expected] of updated) check(await send(`PUT /comments/${id}`, { body: sent }), sent, expected)
  })
}

t.test('lists by empty values', async t => {
  const { send, users, store } = await makeSite()
  const { id: post } = (await send('POST /posts', { body: { title: 'A post', status: 'publish' } })).body as {
    id: number
  }
  const comment = (content: string, type: string, status: string) =>
    commentsIn(store).insert({
      ...{ post, parent: 0, author: users.get('editor')?.id ?? 0, authorName: 'A', authorEmail: '', authorUrl: '' },
      ...{ authorIp: '', authorAgent: '', date: '2020-01-01T00:00:00', dateGmt: '2020-01-01T00:00:00' },
      ...{ content, type, status },
    })
  await comment('approved', 'comment', 'approved')
  await comment('held', 'comment', 'hold')
  await comment('spam', 'comment', 'spam')
  await comment('note', 'note', 'approved')
  await comment('ping', 'pingback', 'approved')
  const listed = async (query: string) => {
    const { body } = await send(
      `GET /comments?post=${post}&context=edit&_fields=content.raw&orderby=id&order=asc&${query}`,
    )
    return (body as { content: { raw: string } }[]).map(({ content }) => content.raw)
  }
  t.same(await listed('type='), ['approved', 'ping'])
  t.same(await listed('status='), ['approved', 'held'])
  t.same(await listed('type=all&status=any'), ['approved', 'held', 'spam', 'note', 'ping'])
})
