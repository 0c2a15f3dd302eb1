import t from 'tap'
import { makeSite } from './make-site.js'

interface Post {
  readonly id: number
  readonly author: number
}

t.test('a call in process runs as a stored user, a principal, or anonymously', async t => {
  const { site, users } = await makeSite()
  const editor = users.get('editor')
  if (editor === undefined) return t.fail('no editor')
  for (const as of [editor, site.principalOf(editor)]) {
    const made = await site.call<Post>('POST', '/cms/v2/posts', { title: 'x', content: 'y' }, { as })
    if (!made.ok) return t.fail(made.body.code)
    t.match(made, { status: 201, body: { author: editor.id } })
  }
  const refused = await site.call<Post>('POST', '/cms/v2/posts', { title: 'x', content: 'y' })
  t.match(refused, { ok: false, status: 401, body: { code: 'rest_cannot_create' } })
})

t.test('a call has the query and the headers of a request', async t => {
  const { site } = await makeSite()
  const list = await site.call<Post[]>('GET', '/cms/v2/posts', undefined, { query: { per_page: 1, _fields: ['id'] } })
  t.match(list, { ok: true, headers: { 'X-CMS-Total': '0' }, body: [] })
  const known = await site.call('GET', '/cms/v2/types', undefined, {
    headers: { 'x-as': 'administrator' },
    query: { context: 'edit' },
  })
  t.equal(known.status, 200)
})
