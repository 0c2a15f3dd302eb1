import { postsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { makeSite } from './make-site.js'

const WRITERS = 20

t.test('requests whose writes are committed together', async t => {
  const statements: string[] = []
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite`, onStatement: sql => statements.push(sql) })
  const { send } = await makeSite({ store })
  const all = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: WRITERS }, (_, at) => work(at)))
  const published = { title: 'Same', content: 'Text', status: 'publish' }

  const created = await all(() => send('POST /posts', { body: published }))
  const bodies = created.map(({ body }) => body as { readonly id: number; readonly slug: string })
  t.same(
    bodies.map(({ slug }) => slug),
    bodies.map((_, at) => (at === 0 ? 'same' : `same-${at + 1}`)),
    'each sees the slugs of those before it',
  )
  const term = await send('GET /categories/1')
  t.equal((term.body as { count: number }).count, WRITERS, 'and their counts')

  const [first] = bodies
  const path = `/posts/${first?.id}`
  const etag = String((await send(`GET ${path}?context=edit`)).headers['ETag'])
  const updated = await all(at => send(`PUT ${path}`, { body: { title: `By ${at}` }, headers: { 'if-match': etag } }))
  t.same(
    updated.map(({ status }) => status),
    updated.map((_, at) => (at === 0 ? 200 : 412)),
  )
  const after = (await send(`GET ${path}`)).body as { readonly title: { readonly rendered: string } }
  t.equal(after.title.rendered, 'By 0')

  const mixed = await all(at =>
    at % 3 === 0
      ? send('POST /tags', { body: { name: 'Same tag' } })
      : send('POST /posts', { body: { ...published, title: `Mixed ${at}`, tags: at % 3 === 1 ? [] : [9999] } }),
  )
  t.equal(mixed.filter(({ status }) => status === 201).length, WRITERS - 6, 'one tag of seven, and every post')
  const conflicts = mixed.filter(({ status }) => status !== 201).map(({ body }) => (body as { code: string }).code)
  t.same(new Set(conflicts), new Set(['term_exists']))
  t.equal(await postsIn(store).count(), WRITERS * 2 - 7 + 1)

  await send('POST /posts', { body: published })
  statements.length = 0
  await send('POST /posts', { body: { ...published, title: 'Counted' } })
  t.ok(statements.length <= 10, `${statements.length} statements for a creation`)
  await store.close()
})
