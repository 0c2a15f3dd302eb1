import type { TestSite } from '../make-site.js'

interface Created {
  readonly id: number
  readonly content: { readonly raw: string; readonly rendered: string }
}

/** A content to show: that of a page, or of the post `on`. */
interface Showing {
  readonly content: string
  readonly on?: string | undefined
  readonly get: string
  readonly as: string
}

/** Makes the records that the recorded answers are about. */
export async function fillRecordedSite({ send }: TestSite) {
  const ids: Record<string, number> = {}
  const create = async (name: string, path: string, body: object): Promise<number> => {
    const { status, body: made } = await send(`POST /${path}`, { body })
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(made)}`)
    ids[name] = (made as Created).id
    return (made as Created).id
  }
  await send('POST /users/me', { body: { name: 'admin', email: 'admin@example.com' } })
  const tag = await create('tag', 'tags', { name: 'PB Tag & One', description: 'Tag *desc* <b>x</b>' })
  const tag2 = await create('tag2', 'tags', { name: 'PB Two' })
  const cat = await create('cat', 'categories', { name: 'PB Cat' })
  const user = await create('user', 'users', {
    username: 'pbauthor',
    email: 'pb@example.com',
    password: 'xxYY123456!',
    roles: ['author'],
    name: 'PB "Auth" <b>or</b>',
    description: 'Bio <b>bold</b> & "x"\n\nline two <script>alert(1)</script> https://example.com',
    url: 'https://pb.example/x?a=1&b=2',
  })
  const common = { status: 'publish', categories: [cat], tags: [tag, tag2], author: user }
  const post = (name: string, title: string, body: object) => create(name, 'posts', { title, ...common, ...body })
  const P = await post('P', `PB Main & "q" it's <b>b</b>`, {
    content: '<!-- wp:paragraph --><p>Alpha "beta" gamma</p><!-- /wp:paragraph -->',
    date: '2019-03-04T05:06:07',
  })
  await post('Q', 'PB Second', {
    content: `${'one '.repeat(80)}\n<!--more-->\nafter more`,
    date: '2019-03-05T05:06:07',
    excerpt: 'Own "ex" & <b>bold</b>',
  })
  const R = await post('R', 'PB Protected', {
    content: 'secret',
    excerpt: 'secret ex',
    password: 'pw',
    date: '2019-03-06T05:06:07',
  })
  await post('S', 'PB Private', { content: 'private', status: 'private', date: '2019-03-07T05:06:07' })
  await post('D', 'PB Draft', { content: 'draft', status: 'draft' })
  await post('E', '', { content: 'no title post', date: '2019-03-08T05:06:07' })
  const comment = (name: string, body: object) => create(name, 'comments', { post: P, ...body })
  const c1 = await comment('c1', {
    content: 'First "comment" & <b>b</b>',
    author_name: 'Ann "A" <i>',
    author_email: 'ann@example.com',
    author_url: 'https://ann.example/?a=1&b=2',
    date: '2019-04-01T01:02:03',
  })
  await comment('c2', { content: 'Reply one', parent: c1, date: '2019-04-02T01:02:03' })
  const bob = { author_name: 'Bob', author_email: 'bob@example.com', date: '2019-04-03T01:02:03' }
  await comment('c3', { content: 'Second\n\nparagraph https://example.com', ...bob })
  const held = { author_name: 'Held', author_email: 'h@example.com', date: '2019-04-04T01:02:03' }
  await comment('c4', { content: 'Held', status: 'hold', ...held })
  await comment('c5', { post: R, content: 'on protected', author_name: 'Prot', author_email: 'p@example.com' })
  const page = await create('page', 'pages', { title: 'PB probe page', status: 'publish', content: 'x' })

  const url = 'https://site.example'
  const filled = (text: string): string =>
    text
      .replaceAll('{site}', url)
      .replaceAll('{site%}', encodeURIComponent(url))
      .replace(/\{(\w+)\}/g, (found, name: string) => String(ids[name] ?? found))
  return {
    filled,
    async shown({ content, on, get, as }: Showing): Promise<string> {
      const path = on === undefined ? `pages/${page}` : `posts/${ids[on]}`
      const before = (await send(`GET /${path}?context=edit`)).body as Created
      const raw = content.replace(/"\{(\w+)\}"/g, (_, name: string) => String(ids[name]))
      await send(`POST /${path}`, { body: { content: raw } })
      const password = on === 'R' ? '?password=pw' : ''
      const { body } = await send(`GET /${path}${get}${password}`, { as })
      await send(`POST /${path}`, { body: { content: before.content.raw } })
      return (body as Created).content.rendered
    },
  }
}
