import { ApiError, type Client, ConflictError, createClient, isConflict, type Resources } from '@platen/client'
import type { Test } from 'tap'
import type { Assertions, RunTest } from './plain-test.js'

/** A server of the interface: the options of clients, and what it supports. */
export interface ServedSite {
  readonly dialect: 'cms' | 'wp'
  readonly url: string
  readonly auth: { readonly login: string; readonly password: string }
  readonly fetch?: (request: Request) => Promise<Response>
  /** Whether it is WordPress, which has neither cursors nor entity tags. */
  readonly isReference?: boolean
}

/** Plays {@link playClientSuite} as a test. */
export function clientSuite(t: Test, name: string, open: (t: Test) => Promise<ServedSite>): void {
  t.test(name, { timeout: 120_000 }, async t => playClientSuite(await open(t), (name, run) => t.test(name, run)))
}

type AnyClient = Client<Resources<never>>

/** The session that every server must play: what an application does with posts, terms and files. */
export async function playClientSuite(served: ServedSite, test: RunTest): Promise<void> {
  const { auth, isReference = false, ...options } = served
  const client = createClient({ ...options, auth, retry: { times: 0 } })
  const visitor = createClient({ ...options, retry: { times: 0 } })
  const prefix: 'cms' | 'wp' = options.dialect
  const posts = `/${prefix}/v2/posts` as const
  const word = `w${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  const tag = await client.post(`/${prefix}/v2/tags`, { name: word })
  const write = (title: string) => client.post(posts, { title, status: 'publish', tags: [tag.id] })

  await test('errors have codes, statuses and parameters', async t => {
    await t.rejects(client.get(`${posts}/999999999`), {
      code: 'rest_post_invalid_id',
      status: 404,
      constructor: ApiError,
    })
    await t.rejects(client.get(posts, { query: { per_page: 1000 } }), {
      code: 'rest_invalid_param',
      status: 400,
      params: { per_page: /./ },
    })
    await t.rejects(visitor.post(posts, { title: 'x' }), { status: 401, code: /./ })
  })

  await test('a resource is written, read and removed', async t => {
    const made = await write('First')
    t.equal(made.title.rendered, 'First')
    const edited = await client.get(`${posts}/${made.id}`, { query: { context: 'edit' } })
    t.equal(edited.title.raw, 'First')
    const part = await visitor.get(`${posts}/${made.id}`, { query: { _fields: ['id', 'title.rendered'] } })
    t.same(part, { id: made.id, title: { rendered: 'First' } })
    t.equal((await client.patch(`${posts}/${made.id}`, { title: { raw: 'Changed' } })).title.rendered, 'Changed')
    t.equal((await client.delete(`${posts}/${made.id}`)).status, 'trash')
    const { deleted, previous } = await client.delete(`${posts}/${made.id}`, { query: { force: true } })
    t.same([deleted, previous.id], [true, made.id])
  })

  const titles = ['A', 'B', 'C', 'D', 'E']
  await test('lists are iterated, and have pages', async t => {
    for (const title of titles) await write(title)
    const query = { tags: [tag.id], orderby: 'title', order: 'asc', per_page: 2, _fields: ['id', 'title'] } as const
    const list = visitor.list(posts, { query })
    const found: string[] = []
    for await (const { title } of list) {
      // Pages by numbers would show the last item of the first page again.
      if (found.length === 0 && !isReference) await write('1')
      found.push(title.rendered)
    }
    t.same(found, titles)
    const { items, total, totalPages, isCapped } = await list.page(2)
    t.match([total, totalPages, isCapped], isReference ? [5, 3, false] : [6, 3, false])
    t.equal(items.length, 2)
    const sizes: number[] = []
    for await (const each of visitor.list(posts, { query: { ...query, search: word, orderby: 'relevance' } }).pages())
      sizes.push(each.length)
    t.same(sizes, [0], 'an order without cursors')
    let first: string | undefined
    for await (const { title } of visitor.list(posts, { query: { ...query, page: 2 } })) {
      first ??= title.rendered
    }
    t.equal(first, isReference ? 'C' : 'B', 'from a page on')
  })

  await test('a list by numbers may become shorter while it is iterated', async t => {
    for (const title of [...titles, 'F', 'G']) await write(`${title} ${word}`)
    let removed = 0
    for await (const { id } of client.list(posts, { query: { search: word, orderby: 'relevance', per_page: 2 } })) {
      await client.delete(`${posts}/${id}`, { query: { force: true } })
      removed++
    }
    t.equal(removed, 4, 'the third page is missing by then')
  })

  await test('a path may have a query', async t => {
    const [first, ...others] = (await visitor.request<unknown[]>('GET', `${posts}?per_page=1`, {
      query: { tags: [tag.id], _fields: ['id'] },
    })) as { id?: number }[]
    t.same([Object.keys(first ?? {}), others], [['id'], []])
  })

  await test('linked resources are embedded', async t => {
    const query = { tags: [tag.id], per_page: 1, _embed: ['author', `${prefix}:term`] } as const
    const [post] = await visitor.get(posts, { query })
    t.equal(post?._embedded?.author?.[0]?.id, post?.author)
    const terms: { slug?: string }[][] = Object.entries(post?._embedded ?? {}).flatMap(([rel, all]) =>
      rel.endsWith(':term') ? (all as { slug?: string }[][]) : [],
    )
    t.ok(terms.flat().some(({ slug }) => slug === word))
    const [whole] = await visitor.get(posts, { query: { ...query, _embed: true } })
    t.same(Object.keys(whole?._embedded ?? {}).sort(), ['author', `${prefix}:term`])
  })

  await test('a change of a resource that has changed is a conflict', async t => {
    const { id } = await write('Draft')
    const [mine, theirs] = await Promise.all([client.get(`${posts}/${id}`), client.get(`${posts}/${id}`)])
    t.equal(client.etagOf(mine) === undefined, isReference)
    const changed = await client.update(`${posts}/${id}`, mine, { title: 'Mine' })
    t.equal(changed.title.rendered, 'Mine')
    const late = client.update(`${posts}/${id}`, theirs, { title: 'Theirs' })
    if (isReference) return void t.equal((await late).title.rendered, 'Theirs')
    const error: unknown = await late.catch(thrown => thrown)
    t.ok(error instanceof ConflictError)
    if (!isConflict(error, mine) || error.current === undefined) return t.fail('no current resource')
    t.equal(error.current.title.rendered, 'Mine')
    t.match(error, { status: 412, code: 'rest_precondition_failed' })
    t.equal((await client.update(`${posts}/${id}`, error.current, { title: 'Both' })).title.rendered, 'Both')
    t.equal(await client.update(`${posts}/${id}`, changed, { title: 'x' }).catch(({ status }) => status), 412)
    const [listed] = await client.get(posts, { query: { include: [id] } })
    if (listed === undefined) return t.fail('it is not listed')
    await t.rejects(client.update(`${posts}/${id}`, listed, {}), TypeError)
  })

  await test('changes are sent together', async t => {
    const results = await client.batch([
      { path: posts, body: { title: 'One', status: 'publish' } },
      { path: posts, body: { status: 'no such status' } },
      { method: 'DELETE', path: `${posts}/999999999` },
    ])
    const [one, invalid, missing] = results
    t.equal(one.ok && one.body.title.rendered, 'One')
    t.match(invalid, { ok: false, error: { status: 400, code: 'rest_invalid_param', params: { status: /./ } } })
    t.match(missing, { ok: false, error: { status: 404 } })
    const none = await client.batch(
      [
        { path: posts, body: { title: 'Two' } },
        { path: posts, body: { status: 'none' } },
      ],
      {
        allOrNothing: true,
      },
    )
    t.match(none, [
      { ok: false, error: undefined },
      { ok: false, error: { status: 400 } },
    ])
  })

  await test('a file is uploaded, with progress', async t => upload(t, client, prefix))
}

/** A picture of one pixel, and bytes after its end, so that it is sent in parts. */
const picture = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    new Uint8Array(300_000),
  ],
  { type: 'image/png' },
)

async function upload(t: Assertions, client: AnyClient, prefix: 'cms' | 'wp'): Promise<void> {
  const seen: number[] = []
  const media = await client.upload(`/${prefix}/v2/media`, picture, {
    name: 'mint “and” sage.png',
    fields: { title: 'Mint', alt_text: 'Leaves' },
    onProgress: ({ loaded, total }) => void seen.push(loaded / total),
  })
  t.match(media, { title: { rendered: 'Mint' }, alt_text: 'Leaves', mime_type: 'image/png' })
  t.match(media.source_url, /mint-.*sage.*\.png$/)
  t.equal(seen.at(-1), 1)
  t.ok(seen.length > 1)
  t.same(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  const plain = await client.upload(`/${prefix}/v2/media`, picture, { name: 'plain.png' })
  t.equal(plain.mime_type, 'image/png')
}
