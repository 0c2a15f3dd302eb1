import { type PostRecord, postsIn } from '@platen/site'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'

const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
const use = (ref: unknown) => `<!-- wp:block ${JSON.stringify({ ref })} /-->`

const pattern = ({ store }: TestSite, content: string, changes: Partial<PostRecord> = {}) =>
  postsIn(store).insert(recordOf('pattern', { type: 'cms_block', content, ...changes }))

async function rendered({ send, store }: TestSite, content: string, as = 'anonymous'): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content }))
  const { body } = await send(`GET /posts/${id}`, { as })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('posts show the published patterns that they use', async t => {
  const made = await makeSite()
  const { id } = await pattern(made, paragraph('Shared'))
  const html = '<p class="wp-block-paragraph">Shared</p>'
  t.equal(await rendered(made, use(id)), html)
  t.equal(await rendered(made, use(id) + use(id)), html + html)
  t.equal(await rendered(made, use(String(id)).replace('wp:block', 'wp:core/block')), html)
  await made.send(`PUT /blocks/${id}`, { body: { content: paragraph('New') } })
  t.equal(await rendered(made, use(id)), '<p class="wp-block-paragraph">New</p>', 'uses follow its changes')
  await made.send(`DELETE /blocks/${id}`)
  t.equal(await rendered(made, use(id)), '')
})

t.test('only published patterns are shown, even to users who may read others', async t => {
  const made = await makeSite()
  for (const changes of [
    { status: 'draft' },
    { status: 'private' },
    { status: 'future', dateGmt: '2100-01-01T00:00:00' },
    { password: 'secret' },
    { type: 'post' },
    { type: 'page', status: 'private' },
  ]) {
    const { id } = await pattern(made, paragraph('Hidden'), changes)
    for (const as of ['anonymous', 'administrator'])
      t.equal(await rendered(made, use(id), as), '', `${JSON.stringify(changes)} ${as}`)
  }
  for (const ref of [0, -1, 999_999, 1.5, null, [1], 'x', 1e300]) t.equal(await rendered(made, use(ref)), '', `${ref}`)
  t.equal(await rendered(made, '<!-- wp:block /-->'), '')
})

t.test('patterns within patterns, and within themselves', async t => {
  const made = await makeSite()
  const inner = await pattern(made, paragraph('Inner'))
  const outer = await pattern(made, `<!-- wp:group --><div>${use(inner.id)}</div><!-- /wp:group -->`)
  t.match(await rendered(made, use(outer.id)), /<div[^>]*><p class="wp-block-paragraph">Inner<\/p><\/div>/)
  const loop = await pattern(made, 'soon')
  await postsIn(made.store).update(loop.id, { content: paragraph('Once') + use(loop.id) })
  t.equal(await rendered(made, use(loop.id)), '<p class="wp-block-paragraph">Once</p>')
})

t.test('many uses of a large pattern are bounded', async t => {
  const made = await makeSite()
  for (const content of [paragraph('x'.repeat(200_000)), `<!-- ${'x'.repeat(200_000)} -->`]) {
    const { id } = await pattern(made, content)
    const html = await rendered(made, use(id).repeat(2000))
    t.ok(html.length < 2_000_000, `${html.length} code units`)
  }
})

t.test('a list costs as many statements however many patterns its posts use', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++) {
    const { id } = await pattern(made, paragraph(`Pattern ${number}`))
    await postsIn(made.store).insert(recordOf(`post-${number}`, { content: use(id).repeat(3) }))
  }
  const one = await made.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await made.statements('GET /posts?per_page=20', 'anonymous'), one)
})
