import type { PostRecord, Site } from '@platen/site'
import { postsIn } from '@platen/site'
import { postContent, postExcerpt, postTitle } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'

type Shown = PostRecord & {
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

/** Renders a content on a site with something registered. */
async function rendered(options: TestSiteOptions, content: string): Promise<string> {
  const { send } = await makeSite(options)
  const { body } = await send('POST /posts', { body: { title: 'x', content, status: 'publish' } })
  return ((await send(`GET /posts/${(body as Shown).id}`, { as: 'anonymous' })).body as Shown).content.rendered
}

t.test('shortcodes', async t => {
  const register = (site: Site) => {
    site.registerShortcode(
      'shout',
      (_attributes, content, { render }) => `<b>${render(content ?? '').toUpperCase()}</b>`,
    )
    site.registerShortcode('where', (_attributes, _content, { postId }) => `post ${postId}`)
    site.registerShortcode('raw', (_attributes, content) => `<pre>${content}</pre>`, { early: true })
  }
  t.match(await rendered({ register }, 'a [shout]b [where][/shout] c'), 'a <b>B POST 1</b> c')
  t.match(await rendered({ register }, '[unknown] [[where]]'), '[unknown] [where]')
  t.match(await rendered({ register }, '[where]'), 'post 1')
  t.match(await rendered({ register }, '[raw]a "b" -- c[/raw]'), '<pre>a "b" -- c</pre>')
  t.match(await rendered({}, '[shout]x[/shout]'), '[shout]x[/shout]')
  const { site } = await makeSite()
  t.throws(() => site.registerShortcode('no good', () => ''), { name: 'TypeError' })
  t.throws(() => site.registerBlockType({ name: 'noname' }), { name: 'TypeError' })
})

t.test('faces are shown as characters, unless the site does not want it', async t => {
  const { send } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', content: 'Hello :)', status: 'publish' } }))
    .body as Shown
  const content = async () => ((await send(`GET /posts/${id}`)).body as Shown).content.rendered
  t.notMatch(await content(), /:\)/)
  await send('PUT /settings', { body: { use_smilies: false } })
  t.match(await content(), /:\)/)
})

t.test('blocks', async t => {
  const register = (site: Site) =>
    site.registerBlockType({
      name: 'shop/price',
      attributes: { amount: { type: 'number', default: 5 }, currency: { type: 'string', enum: ['EUR', 'USD'] } },
      render: ({ amount, currency }, content) => `<i>${amount} ${currency ?? '?'}${content}</i>`,
    })
  for (const [block, html] of [
    ['<!-- wp:shop/price {"amount":7,"currency":"EUR"} /-->', '<i>7 EUR</i>'],
    ['<!-- wp:shop/price /-->', '<i>5 ?</i>'],
    ['<!-- wp:shop/price {"amount":"many","currency":"XXX"} /-->', '<i>5 ?</i>'],
    ['<!-- wp:shop/price --><b>now</b><!-- /wp:shop/price -->', '<i>5 ?<b>now</b></i>'],
    ['<!-- wp:shop/other --><b>saved</b><!-- /wp:shop/other -->', '<b>saved</b>'],
  ] as const)
    t.match(await rendered({ register }, block), html, block)
})

t.test('filters change shown values, one after the other, but no stored ones', async t => {
  const register = (site: Site) => {
    site.filter(postTitle, ({ value }) => `${value}!`)
    site.filter(postTitle, ({ value, post }) => `${value} (${post.status})`)
    site.filter(postContent, ({ value }) => value.replace('words', 'WORDS'))
    site.filter(postExcerpt, () => 'none')
  }
  const { send, store } = await makeSite({ register })
  const body = { title: 'x', content: 'words', status: 'publish' }
  const { id } = (await send('POST /posts', { body })).body as Shown
  t.match((await send(`GET /posts/${id}?context=edit`)).body, {
    title: { raw: 'x', rendered: 'x! (publish)' },
    content: { raw: 'words', rendered: '<p>WORDS</p>\n' },
    excerpt: { rendered: 'none' },
  })
  t.match(await postsIn(store).get(id), { title: 'x', content: 'words', excerpt: '' })
})

t.test('a filter that is taken away changes nothing more', async t => {
  const { send, site } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish' } })).body as Shown
  const title = async () => ((await send(`GET /posts/${id}`)).body as Shown).title.rendered
  const remove = site.filter(postTitle, ({ value }) => `${value}!`)
  t.equal(await title(), 'x!')
  remove()
  t.equal(await title(), 'x')
  remove()
})

t.test('what renders and throws is logged, and leaves its part of the record out', async t => {
  for (const [what, register, content] of [
    ['filter', (site: Site) => void site.filter(postContent, fail), 'x'],
    ['shortcode', (site: Site) => site.registerShortcode('fail', fail), '[fail]'],
    ['block', (site: Site) => site.registerBlockType({ name: 'a/b', render: fail }), '<!-- wp:a/b /-->'],
    ['field', (site: Site) => site.registerField('post', 'fail', { schema: { type: 'string' }, get: fail }), 'x'],
  ] as const) {
    const told: unknown[] = []
    const made = await makeSite({ register, onError: error => void told.push(error) })
    const { send } = made
    await insertPost(made, content)
    const answer = await send('GET /posts')
    t.match(answer, { status: 200, body: [{ id: Number }] }, what)
    t.notOk(answer.text().includes('secret'))
    t.ok(
      told.some(error => error instanceof Error && (error.cause as Error | undefined)?.message === 'secret'),
      what,
    )
    t.equal((await send('GET /posts?_fields=id')).status, 200, 'what is not asked for does no harm')
  }
})

function fail(): never {
  throw new Error('secret')
}

/** A published post, put past the interface, whose answers would fail. */
async function insertPost({ send, store }: TestSite, content: string): Promise<void> {
  const { body } = await send('POST /pages?_fields=id', { body: { title: 'x' } })
  const { id: _id, version: _version, ...record } = (await postsIn(store).get((body as Shown).id)) as PostRecord
  await postsIn(store).insert({ ...record, type: 'post', content, status: 'publish' })
}
