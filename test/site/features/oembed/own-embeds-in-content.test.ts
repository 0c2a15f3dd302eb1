import { oembedHtml } from '@platen/site/extend'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

interface Post {
  readonly id: number
  readonly link: string
  readonly content: { readonly rendered: string }
}

const writer =
  (send: TestSite['send']) =>
  async (content: string, more: object = {}, path = '/posts') => {
    const body = { title: 'Page', status: 'publish', content, ...more }
    return (await send(`POST ${path}`, { as: 'administrator', body })).body as Post
  }
const reader =
  (send: TestSite['send'], as = '') =>
  async ({ id }: Post) =>
    ((await send(`GET /posts/${id}`, { as })).body as Post).content.rendered.replaceAll('\n', '')

const quoteOf = (link: string, title: string) =>
  `<blockquote cite="${link}"><p><a href="${link}">${title}</a></p><footer>A test site</footer></blockquote>`

onEveryStore(t, 'URLs of posts of the site become their embeds', async (t, make) => {
  const { send } = await make({ title: 'A test site' })
  const [write, read] = [writer(send), reader(send)]
  const { link, id } = await write('x', { title: 'Herbs & mint' })
  const parent = await write('x', { slug: 'garden' }, '/pages')
  const page = await write('x', { title: 'Beds', slug: 'beds', parent: parent.id }, '/pages')
  const html = quoteOf(link, 'Herbs &#038; mint')
  const block = (url: string) =>
    `<!-- wp:embed {"url":"${url}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`
  for (const content of [
    link,
    block(link),
    `[embed]${link}[/embed]`,
    `[embed width="300"]${link}[/embed]`,
    `<!-- wp:paragraph -->\n<p>${link}</p>\n<!-- /wp:paragraph -->`,
    `https://site.example/?p=${id}`,
    `${link}#comments`,
    `${link}?page=2`,
  ])
    t.ok((await read(await write(content))).includes(html), content)
  const both = await read(await write(`${link}\n\n${page.link}\n\n${link}`))
  t.equal(both.split(html).length, 3)
  t.ok(both.includes(quoteOf(page.link, 'Beds')))
  for (const content of [
    `See ${link}`,
    'https://site.example/',
    'https://site.example/none/',
    `<pre>\n${link}\n</pre>`,
  ])
    t.notMatch(await read(await write(content)), '<blockquote', content)
})

onEveryStore(t, 'nobody sees the title of a post that not everybody may read', async (t, make) => {
  const { send } = await make({ title: 'A test site' })
  const write = writer(send)
  const hidden = [
    await write('x', { title: 'Hidden', status: 'draft' }),
    await write('x', { title: 'Hidden', status: 'private' }),
    await write('x', { title: 'Hidden', status: 'future', date: '2090-01-01T00:00:00' }),
  ]
  const shown = await write(hidden.flatMap(({ id, link }) => [link, `https://site.example/?p=${id}`]).join('\n\n'))
  for (const as of ['', 'administrator']) t.notMatch(await reader(send, as)(shown), /Hidden|<blockquote/, as)
  const locked = await write('the secret', { title: 'Locked', password: 'key' })
  const rendered = await reader(send)(await write(locked.link))
  t.ok(rendered.includes(quoteOf(locked.link, 'Protected: Locked')))
  t.notMatch(rendered, 'the secret')
})

t.test('an embed follows its post', async t => {
  const { send } = await makeSite({ cache: true })
  const [write, read] = [writer(send), reader(send)]
  const target = await write('x', { title: 'Before' })
  const shown = await write(target.link)
  t.match(await read(shown), '>Before<')
  await send(`PUT /posts/${target.id}`, { as: 'administrator', body: { title: 'After' } })
  t.match(await read(shown), '>After<')
  await send(`DELETE /posts/${target.id}`, { as: 'administrator' })
  t.notMatch(await read(shown), '<blockquote')
})

t.test('posts that embed themselves and each other end', async t => {
  const { send } = await makeSite()
  const [write, read] = [writer(send), reader(send)]
  const [first, second] = [await write('x', { title: 'First' }), await write('x', { title: 'Second' })]
  for (const { id } of [first, second])
    await send(`PUT /posts/${id}`, { as: 'administrator', body: { content: `${first.link}\n\n${second.link}` } })
  t.equal((await read(first)).split('<blockquote').length, 3)
})

t.test('titles cannot add shortcodes or markup', async t => {
  const { send, site } = await makeSite()
  site.context.shortcodes.register('secret', () => 'the secret')
  const write = writer(send)
  const { link } = await write('x', { title: '[secret] <img src=x onerror="x()"> &lt;b&gt;' })
  const rendered = await reader(send)(await write(link))
  t.match(rendered, '<blockquote')
  t.notMatch(rendered, /the secret|<img|<b>/)
})

t.test('the filter of embeds changes them, with the width of the shortcode', async t => {
  const { send, site } = await makeSite()
  site.filter(oembedHtml, ({ link, width }) => `<iframe src="${link}embed/" width="${width}"></iframe>`)
  const write = writer(send)
  const { link } = await write('x')
  const frame = (width: number) => `<iframe src="${link}embed/" width="${width}"`
  t.match(await reader(send)(await write(`[embed width="300"]${link}[/embed]`)), frame(300))
  t.match(await reader(send)(await write(link)), frame(600))
})

t.test('a page of posts costs the same queries, however many posts it embeds', async t => {
  const counting = countingReads()
  const { send, site } = await makeSite({ wrapStore: counting.wrap })
  const write = writer(send)
  const targets = await Promise.all(Array.from({ length: 60 }, (_, i) => write('x', { title: `Target ${i}` })))
  const [one] = targets
  const cost = async () => {
    await site.context.options()
    counting.taken()
    t.equal((await send('GET /posts?per_page=5&_fields=content', { as: '' })).status, 200)
    return counting.taken().filter(each => each !== 'options.all')
  }
  const none = await cost()
  await write(one?.link ?? '')
  const few = await cost()
  for (let i = 0; i < 5; i++) await write(targets.map(({ link }) => link).join('\n\n'))
  t.strictSame(await cost(), few)
  t.strictSame(few, [...none, 'posts.find', 'posts.find'], 'candidates by slug, and by the numbers in URLs')
})
