import { type PostRecord, postsIn, type Site } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

type Body = Readonly<Record<string, unknown>>
type Shown = PostRecord & {
  readonly content: { readonly rendered: string; readonly raw?: string; readonly protected: boolean }
  readonly excerpt: { readonly rendered: string; readonly protected: boolean }
}

async function create({ send }: TestSite, body: Body = {}, as = 'administrator'): Promise<number> {
  const given = { title: 'First', content: 'hidden words', excerpt: 'hidden too', status: 'publish', ...body }
  const answer = await send('POST /posts', { body: given, as })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return (answer.body as Shown).id
}

/** Who asks how for a post with a password, and whether its words are shown; a number is the status of a refusal. */
const PROTECTED: readonly (readonly [as: string, query: string, expected: boolean | number])[] = [
  ['anonymous', '', false],
  ['anonymous', '?password=secret', true],
  ['anonymous', '?password=Secret', 403],
  ['anonymous', '?password=', false],
  ['anonymous', '?password[]=secret', 400],
  ['anonymous', '?context=embed', false],
  ['subscriber', '', false],
  ['subscriber', '?password=secret', true],
  ['author', '', false],
  ['editor', '', false],
  ['editor', '?password=wrong', 403],
  ['editor', '?context=edit', true],
  ['administrator', '?context=edit', true],
  ['author', '?context=edit', 403],
  ['anonymous', '?context=edit', 401],
  ['anonymous', '?context=edit&password=secret', 401],
]

t.test('what a password protects', async t => {
  const made = await makeSite()
  const id = await create(made, { password: 'secret' })
  for (const [as, query, expected] of PROTECTED) {
    const { status, body, text } = await made.send(`GET /posts/${id}${query}`, { as })
    const what = `${as} ${query}`
    t.equal(status, typeof expected === 'number' ? expected : 200, what)
    t.equal(text().includes('hidden'), expected === true, what)
    if (status !== 200 || query.includes('embed')) continue
    t.match(body, { content: { protected: true }, excerpt: { protected: true } }, what)
    t.equal(Object.hasOwn(body as Shown, 'password'), query.includes('edit'), 'the password is for editors')
  }
  t.match(await made.send(`GET /posts/${await create(made)}?password=any`, { as: 'anonymous' }), { status: 403 })
})

t.test('lists show protected texts to callers with the password, and to editors', async t => {
  const made = await makeSite()
  await create(made, { password: 'secret' })
  for (const [as, query, expected] of [
    ['anonymous', '', false],
    ['anonymous', '?password=secret', true],
    ['anonymous', '?password=wrong', false],
    ['editor', '', false],
    ['editor', '?context=edit', true],
  ] as const) {
    const { body, text } = await made.send(`GET /posts${query}`, { as })
    t.equal((body as Shown[]).length, 1, 'it is listed')
    t.equal(text().includes('hidden words'), expected, `${as} ${query}`)
  }
  for (const [as, found, byTitle] of [
    ['anonymous', 0, 0],
    ['subscriber', 0, 1],
    ['author', 0, 1],
    ['editor', 1, 1],
  ] as const) {
    for (const [word, count] of [
      ['words', found],
      ['hidden', found],
      ['First', byTitle],
      ['First words', found],
      ['First -words', found === 1 ? 0 : byTitle],
    ] as const) {
      const { body, headers } = await made.send(`GET /posts?search=${encodeURIComponent(word)}`, { as })
      t.equal((body as Shown[]).length, count, `${as} finds ${word}`)
      t.equal(headers['X-CMS-Total'], String(count), `${as} counts ${word}`)
    }
  }
})

t.test('passwords are set and taken away', async t => {
  const made = await makeSite()
  const id = await create(made)
  for (const [body, password, isProtected] of [
    [{ password: 'a b' }, 'a b', true],
    [{ title: 'x' }, 'a b', true],
    [{ password: '0' }, '0', true],
    [{ password: '' }, '', false],
    [{ password: '\u65e5' }, '\u65e5', true],
    [{ status: 'private' }, '', false],
    [{ password: 'no' }, '', false],
    [{ status: 'publish', password: 'yes' }, 'yes', true],
  ] as const) {
    const answer = await made.send(`PUT /posts/${id}`, { body })
    t.match(answer, { status: 200, body: { password, content: { protected: isProtected } } }, JSON.stringify(body))
  }
})

t.test('callers who may not read a post cannot try its password', async t => {
  const made = await makeSite()
  for (const status of ['draft', 'pending', 'future']) {
    const date = status === 'future' ? { date: '2124-01-01T00:00:00' } : {}
    const id = await create(made, { status, password: 'sesame', ...date })
    for (const as of ['anonymous', 'subscriber', 'author', 'editor']) {
      const send = (query: string) => made.send(`GET /posts/${id}${query}`, { as })
      const [without, right, wrong] = [await send(''), await send('?password=sesame'), await send('?password=guess')]
      const expected = as === 'anonymous' ? 401 : as === 'editor' ? 200 : 403
      t.equal(without.status, expected, `${status} as ${as}`)
      t.match(wrong, { status: 403, body: { code: 'rest_post_incorrect_password' } }, `${status} as ${as}`)
      if (as === 'editor') t.equal(right.status, 200, `${status} with the password`)
      else t.same(right.body, wrong.body, `${status} as ${as} with the password`)
    }
  }
})

t.test('a post at the top has no password', async t => {
  const made = await makeSite()
  const sticky = await create(made, { sticky: true })
  const secret = await create(made, { password: 'secret' })
  for (const [path, body, status] of [
    [`PUT /posts/${sticky}`, { password: 'x' }, 400],
    [`PUT /posts/${secret}`, { sticky: true }, 400],
    ['POST /posts', { title: 'x', password: 'x', sticky: true }, 400],
    [`PUT /posts/${sticky}`, { password: '' }, 200],
    [`PUT /posts/${secret}`, { sticky: false }, 200],
    [`PUT /posts/${sticky}`, { sticky: false }, 200],
    [`PUT /posts/${sticky}`, { password: 'x' }, 200],
  ] as const) {
    const answer = await made.send(path, { body })
    t.equal(answer.status, status, `${path} ${JSON.stringify(body)}`)
    if (status === 400) t.match(answer.body, { code: 'rest_invalid_field' })
  }
})

/** Whether each role sees a post of the author; `anonymous` is 401 where the others are 403. */
const READERS: readonly (readonly [status: string, readers: readonly string[]])[] = [
  ['publish', ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous']],
  ['private', ['administrator', 'editor', 'author']],
  ['draft', ['administrator', 'editor', 'author']],
  ['pending', ['administrator', 'editor', 'author']],
  ['future', ['administrator', 'editor', 'author']],
  ['trash', ['administrator', 'editor', 'author']],
  ['shared', ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous']],
  ['secret', ['administrator', 'editor', 'author']],
]

const registerStatuses = (site: Site) => {
  site.registerStatus('shared', { public: true })
  site.registerStatus('secret', { private: true })
}

t.test('who sees a post of which status', async t => {
  for (const [status, readers] of READERS) {
    const made = await makeSite({ register: registerStatuses })
    const id = await create(made, {}, 'author')
    await postsIn(made.store).update(id, { status, ...(status === 'future' && { dateGmt: '2124-01-01T00:00:00' }) })
    for (const as of ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous']) {
      const sees = readers.includes(as)
      const answer = await made.send(`GET /posts/${id}`, { as })
      t.equal(answer.status, sees ? 200 : as === 'anonymous' ? 401 : 403, `${as}: ${status}`)
      t.equal(answer.text().includes('hidden words'), sees)
      const listed = await made.send(`GET /posts?status=${status}&_fields=id`, { as })
      if (listed.status === 200) t.same(listed.body, sees ? [{ id }] : [], `${as} lists ${status}`)
      else
        t.match(
          listed,
          {
            status: 400,
            body: { code: 'rest_invalid_param', data: { details: { status: { code: 'rest_forbidden_status' } } } },
          },
          `${as} lists ${status}`,
        )
      t.match(await made.send(`GET /posts/${id}?context=edit`, { as }), {
        status: ['administrator', 'editor', 'author'].includes(as) ? 200 : as === 'anonymous' ? 401 : 403,
      })
    }
  }
})

t.test('lists in the context edit contain the posts that the caller may edit', async t => {
  const made = await makeSite()
  const own = await create(made, {}, 'author')
  const other = await create(made)
  for (const [as, ids] of [
    ['administrator', [other, own]],
    ['author', [own]],
  ] as const) {
    const { status, body } = await made.send('GET /posts?context=edit&_fields=id&orderby=id', { as })
    t.same({ status, body }, { status: 200, body: ids.map(id => ({ id })) }, as)
  }
  t.match(await made.send('GET /posts?context=edit', { as: 'subscriber' }), {
    status: 403,
    body: { code: 'rest_forbidden_context' },
  })
  t.match(await made.send('GET /posts?context=edit', { as: 'anonymous' }), { status: 401 })
})

t.test('a post of one type is not found as one of another', async t => {
  const made = await makeSite()
  const id = await create(made)
  for (const request of [`GET /pages/${id}`, `PUT /pages/${id}`, `DELETE /pages/${id}`])
    t.match(await made.send(request, { body: {} }), { status: 404, body: { code: 'rest_post_invalid_id' } }, request)
  for (const wrong of ['0', '999999', '99999999999999999999'])
    t.match(await made.send(`GET /posts/${wrong}`), { status: 404 }, wrong)
})
