import { type PostRecord, postsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../../make-site.js'

const add = ({ store }: TestSite, title: string, changes: Partial<PostRecord> = {}) =>
  postsIn(store).insert(recordOf(title, { type: 'page', ...changes }))

async function rendered({ send, store }: TestSite, content: string): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content }))
  const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

const titles = (html: string) => [...html.matchAll(/>([^<>]+)<\/a>/g)].map(([, title]) => title)
const LIST = '<!-- wp:page-list /-->'

t.test('published pages, in their order and below each other', async t => {
  const made = await makeSite()
  t.equal(await rendered(made, LIST), '', 'no pages')
  const b = await add(made, 'b')
  await add(made, 'A')
  await add(made, 'first', { menuOrder: -1 })
  const below = await add(made, 'below', { parent: b.id })
  await add(made, 'deep', { parent: below.id })
  await add(made, 'hidden', { status: 'private' })
  const draft = await add(made, 'draft', { status: 'draft' })
  const lost = await add(made, 'of-draft', { parent: draft.id })
  await add(made, 'below-lost', { parent: lost.id })
  await add(made, 'post', { type: 'post' })
  const html = await rendered(made, LIST)
  t.same(titles(html), ['first', 'A', 'b', 'below', 'deep'])
  t.match(html, /^<ul class="wp-block-page-list"><li class="wp-block-pages-list__item"><a /)
  t.ok(
    html.includes(
      '<a class="wp-block-pages-list__item__link" href="https://site.example/b/">b</a><ul class="wp-block-navigation__submenu-container">',
    ),
  )
  t.same(titles(await rendered(made, `<!-- wp:page-list {"parentPageID":${b.id}} /-->`)), ['below', 'deep'])
  for (const id of [-1, 999_999, draft.id, lost.id])
    t.equal(await rendered(made, `<!-- wp:page-list {"parentPageID":${id}} /-->`), '', `${id}`)
})

t.test('titles are rendered, and missing ones replaced', async t => {
  const made = await makeSite()
  await add(made, 'Tea & "cake"')
  await add(made, '', { slug: 'untitled' })
  t.same(titles(await rendered(made, LIST)), ['(no title)', 'Tea &amp; &#8220;cake&#8221;'])
})

t.test('many uses of a long list are bounded', async t => {
  const made = await makeSite()
  await postsIn(made.store).insertMany(
    Array.from({ length: 600 }, (_, number) => recordOf(`page-${number}`, { type: 'page' })),
  )
  t.equal(titles(await rendered(made, LIST)).length, 500)
  const html = await rendered(made, LIST.repeat(2000))
  t.ok(html.length < 5_000_000, `${html.length} code units`)
})
