import { cmsDialect, type Dialect, type PostRecord, postsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

type Body = Readonly<Record<string, unknown>>

async function create({ send }: TestSite, list: string, body: Body): Promise<PostRecord> {
  const answer = await send(`POST ${list}`, { body: { status: 'publish', ...body } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as PostRecord
}

const numbered = (slug: string, count: number) =>
  Array.from({ length: count }, (_, at) => (at === 0 ? slug : `${slug}-${at + 1}`)).sort()

onEveryStore(t, 'many of the same title at once get slugs of their own', async (t, make) => {
  const made = await make()
  for (const [list, count] of [
    ['/posts', 45],
    ['/pages', 10],
  ] as const) {
    const posts = await Promise.all(Array.from({ length: count }, () => create(made, list, { title: 'Same title' })))
    t.same(posts.map(({ slug }) => slug).sort(), numbered('same-title', count), list)
  }
  const drafts = await Promise.all(
    Array.from({ length: 10 }, () => create(made, '/posts', { title: 'Later', status: 'draft' })),
  )
  const published = await Promise.all(
    drafts.map(({ id }) => made.send(`PUT /posts/${id}`, { body: { status: 'publish' } })),
  )
  t.same(
    published.map(({ body }) => (body as PostRecord).slug).sort(),
    numbered('later', 10),
    'drafts that are published',
  )
})

t.test('two processes give no slug twice', async t => {
  const processes = await twoProcesses(t)
  const posts = await Promise.all(
    Array.from({ length: 10 }, (_, at) => create(processes[at % 2 === 0 ? 0 : 1], '/posts', { title: 'Same' })),
  )
  t.same(posts.map(({ slug }) => slug).sort(), numbered('same', 10))
})

t.test('words that addresses use themselves, and numbers of pages', async t => {
  for (const [list, slug, expected] of [
    ['/posts', 'feed', 'feed-2'],
    ['/posts', 'rss', 'rss-2'],
    ['/posts', 'embed', 'embed-2'],
    ['/pages', 'feed', 'feed-2'],
    ['/pages', 'embed', 'embed-2'],
    ['/pages', '2024', '2024-2'],
    ['/pages', '0', 'x'],
    ['/posts', '0', 'x'],
    ['/pages', 'page2', 'page2-2'],
    ['/pages', 'page-2', 'page-2'],
    ['/pages', 'page', 'page'],
    ['/pages', '2024a', '2024a'],
    ['/posts', '2024', '2024'],
    ['/posts', 'page2', 'page2'],
    ['/posts', 'feeds', 'feeds'],
  ] as const) {
    const made = await makeSite()
    t.equal((await create(made, list, { title: 'x', slug })).slug, expected, `${list} ${slug}`)
  }
})

t.test('drafts have no slug, or one of their own', async t => {
  const made = await makeSite()
  const slugOf = async (status: string, list: string, body: Body) =>
    (await create(made, list, { status, ...body })).slug
  t.equal(await slugOf('publish', '/posts', { title: 'Taken' }), 'taken')
  t.equal(await slugOf('draft', '/posts', { title: 'Taken' }), '')
  for (const [at, status] of ['draft', 'pending', 'future', 'private', 'publish'].entries()) {
    const date = status === 'future' ? { date: '2099-01-01T00:00:00' } : {}
    t.equal(await slugOf(status, '/posts', { title: 'x', slug: 'taken', ...date }), `taken-${at + 2}`, status)
  }
  t.equal(await slugOf('draft', '/posts', { title: 'x', slug: 'feed' }), 'feed-2')
  const { id } = await create(made, '/posts', { title: 'y', status: 'draft' })
  for (const [body, slug] of [
    [{ slug: 'taken' }, 'taken-7'],
    [{ title: 'z' }, 'taken-7'],
    [{ slug: '' }, ''],
    [{ slug: '0' }, ''],
    [{ slug: '12' }, '12'],
    [{ slug: 'taken', status: 'publish' }, 'taken-7'],
  ] as const)
    t.match((await made.send(`PUT /posts/${id}`, { body })).body, { slug }, JSON.stringify(body))
})

t.test('types have slugs of their own; pages and files do not share theirs', async t => {
  const made = await makeSite({
    register: site =>
      site.registerPostType('chapter', {
        label: 'Chapters',
        public: true,
        hierarchical: true,
        restBase: 'chapters',
        supports: ['title', 'editor'],
      }),
  })
  const top = await create(made, '/pages', { title: 'Same' })
  t.equal((await create(made, '/chapters', { title: 'Same' })).slug, 'same', 'another type')
  t.equal((await create(made, '/pages', { title: 'Same', parent: top.id })).slug, 'same', 'below a page')
  t.equal((await create(made, '/chapters', { title: 'Same', parent: top.id })).slug, 'same', 'another type below it')
  t.equal((await create(made, '/chapters', { title: 'Same' })).slug, 'same-2')
  const file = { ...(await postsIn(made.store).get(top.id)), type: 'attachment', slug: 'file', parent: 0 } as PostRecord
  const { id: _id, ...fields } = file
  await postsIn(made.store).insert(fields)
  t.equal((await create(made, '/pages', { title: 'File' })).slug, 'file-2')
  t.equal((await create(made, '/chapters', { title: 'File' })).slug, 'file-2')
  t.equal((await create(made, '/pages', { title: 'File', parent: top.id })).slug, 'file')
  t.equal((await create(made, '/posts', { title: 'File' })).slug, 'file')
})

t.test('a generated slug is written for people', async t => {
  const made = await makeSite()
  for (const [title, generated] of [
    ['\u65e5\u672c \u{1f600}', '\u65e5\u672c-\u{1f600}'],
    ['100% %e4%b8%ad %41', '100-\u4e2d-A'],
    ['%ff', '%ff'],
    ['', /^\d+$/],
  ] as const)
    t.match(
      await create(made, '/posts', { title, content: 'x', status: 'draft' }),
      { generated_slug: generated },
      title,
    )
})

onEveryStore(t, 'generated slugs follow what is written', async (t, make) => {
  const made = await make()
  for (const list of ['/posts', '/pages']) {
    const generated = async () => {
      const { body } = await made.send(`GET ${list}?context=edit&orderby=id&order=asc&search=Same`)
      return (body as readonly { readonly generated_slug: string }[]).map(post => post.generated_slug)
    }
    const [first, ...others] = [
      await create(made, list, { title: 'Same' }),
      await create(made, list, { title: 'Same', slug: 'elsewhere' }),
      await create(made, list, { title: 'Same' }),
    ]
    t.same(await generated(), ['same', 'same-3', 'same-2'], list)
    t.same(await generated(), ['same', 'same-3', 'same-2'], 'once more')
    await made.send(`DELETE ${list}/${first?.id}?force=true`)
    t.same(await generated(), ['same', 'same'], 'a slug is freed')
    await made.send(`PUT ${list}/${others[0]?.id}`, { body: { slug: 'same' } })
    t.same(await generated(), ['same', 'same-2'], 'a slug is taken')
  }
})

t.test('slugs of pages clash only with those of siblings', async t => {
  const made = await makeSite()
  const parent = await create(made, '/pages', { title: 'Parent' })
  const slugs = []
  for (const place of [0, 0, parent.id, parent.id])
    slugs.push((await create(made, '/pages', { title: 'Same', parent: place })).slug)
  t.same(slugs, ['same', 'same-2', 'same', 'same-2'])
  const moved = await create(made, '/pages', {
    title: 'Same',
    slug: 'same',
    parent: (await create(made, '/pages', { title: 'Other' })).id,
  })
  t.equal(moved.slug, 'same')
  t.match(
    (await made.send(`PUT /pages/${moved.id}`, { body: { parent: 0 } })).body,
    { slug: 'same-3' },
    'moved to where it is taken',
  )
  t.equal((await create(made, '/posts', { title: 'Same' })).slug, 'same', 'posts have their own')
})

t.test('a post keeps its slug', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/posts', { title: 'First' })
  for (const body of [
    {},
    { title: 'Other' },
    { slug: 'first' },
    { slug: 'First' },
    { status: 'private' },
    { status: 'draft' },
  ])
    t.match((await made.send(`PUT /posts/${id}`, { body })).body, { slug: 'first' }, JSON.stringify(body))
  t.match((await made.send(`PUT /posts/${id}`, { body: { slug: '', status: 'publish' } })).body, { slug: 'other' })
})

t.test('slugs of nothing', async t => {
  const made = await makeSite()
  for (const title of ['', '???', '<b></b>', '-']) {
    const { id, slug } = await create(made, '/posts', { title, content: 'x' })
    t.equal(slug, String(id), `title "${title}"`)
  }
  t.match(await create(made, '/posts', { title: 'x', status: 'draft' }), { slug: '' })
  const pending = await made.send('POST /posts', {
    body: { title: 'x', slug: 'mine', status: 'pending' },
    as: 'contributor',
  })
  t.match(pending.body, { slug: '' }, 'who may not publish does not choose')
})

/** How long a slug may be, and what is a whole character of it. */
const LIMIT = 200
const isWhole = (slug: string) => {
  try {
    decodeURIComponent(slug)
    return true
  } catch {
    return false
  }
}

t.test('long slugs are cut between characters, with their numbers', async t => {
  for (const [what, title] of [
    ['one byte', 'x'.repeat(300)],
    ['two bytes', '\u044f'.repeat(100)],
    ['three bytes', '\u65e5'.repeat(100)],
    ['four bytes', '\u{1f600}'.repeat(100)],
    ['one of one, then three', `a${'\u65e5'.repeat(100)}`],
    ['two of one, then three', `ab${'\u65e5'.repeat(100)}`],
    ['words', 'ab '.repeat(100)],
  ] as const) {
    const made = await makeSite()
    const posts: PostRecord[] = []
    for (let number = 0; number < 12; number++) posts.push(await create(made, '/posts', { title }))
    const slugs = posts.map(({ slug }) => slug)
    t.equal(new Set(slugs).size, 12, what)
    for (const slug of slugs) {
      t.ok(slug.length > LIMIT - 16 && slug.length <= LIMIT, `${what}: ${slug.length}`)
      t.ok(isWhole(slug), `${what}: ${slug.slice(-20)}`)
      t.notMatch(slug, /--|^-|-$/)
    }
    t.match(slugs.at(-1), /[^-]-12$/, what)
    t.same((await made.send(`GET /posts?_fields=id&slug=${encodeURIComponent(slugs[0] ?? '')}`)).body, [
      { id: posts[0]?.id },
    ])
  }
})

t.test('octets that make no character do no harm', async t => {
  const made = await makeSite()
  for (const slug of [
    '%ff'.repeat(66),
    '%e6%97'.repeat(33),
    `${'x'.repeat(199)}%`,
    '%'.repeat(300),
    '%d1%8f%'.repeat(28),
  ]) {
    for (let number = 0; number < 12; number++) {
      const post = await create(made, '/posts', { title: 'x', slug })
      t.ok(post.slug.length <= LIMIT && post.slug !== '', slug.slice(0, 12))
      t.notMatch(post.slug, /%(?![\da-f]{2})/i)
    }
  }
})

t.test('a list by slugs finds other spellings', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/posts', { title: '\u00c9t\u00e9-\u65e5' })
  const found = async (slug: string) => (await made.send(`GET /posts?_fields=id&slug=${encodeURIComponent(slug)}`)).body
  for (const spelled of ['ete-\u65e5', 'ete.\u65e5', 'ete-%E6%97%A5', 'ETE-%e6%97%a5'])
    t.same(await found(spelled), [{ id }], spelled)
  t.same(await found('\u00c9t\u00e9-\u65e5'), [], 'accents are not removed as from titles')
})

const OVERLAY = '<div style="position:fixed;top:0;color:red">x</div>'
const note = (content: string) => JSON.stringify([{ id: 'a', content }])

t.test('users without unfiltered_html cannot cover the page with styles, where the dialect forbids it', async t => {
  for (const dialect of [cmsDialect, wpDialect] satisfies readonly Dialect[]) {
    const { send } = await makeSite({ dialect })
    for (const as of ['author', 'contributor', 'editor']) {
      const stored = async (path: string, body: object) => {
        const response = await send(`POST ${path}`, { as, body })
        t.ok(response.status < 300, response.text())
        return response.body as {
          readonly id: number
          readonly content: { readonly raw: string }
          readonly meta: { readonly footnotes: string }
        }
      }
      const filtered = as !== 'editor' && dialect === cmsDialect
      const expected = filtered ? '<div style="color:red">x</div>' : OVERLAY
      const meta = { footnotes: note(OVERLAY) }
      const post = await stored('/posts', { title: 'x', content: OVERLAY, meta })
      t.equal(post.content.raw, expected, `${dialect.name} ${as}`)
      t.equal(post.meta.footnotes, note(expected), `${dialect.name} ${as}: footnotes`)
      const changed = await stored(`/posts/${post.id}`, { content: `${OVERLAY}2` })
      t.equal(changed.content.raw, `${expected}2`)
      const saved = await stored(`/posts/${post.id}/autosaves`, { content: `${OVERLAY}3` })
      t.equal(saved.content.raw, `${expected}3`)
    }
  }
})
