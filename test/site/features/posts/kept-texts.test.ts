import { postsIn } from '@platen/site'
import { postContent, postExcerpt } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSiteOptions } from '../../make-site.js'

interface Shown {
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

/** A site with a published post, and functions that show its texts by the JSON of a list and of the post itself. */
async function siteWithPost(options: TestSiteOptions = {}) {
  const { site, send } = await makeSite(options)
  const post = { title: 'Kept', content: '<p>First "text".</p>', status: 'publish' }
  const { id } = (await send('POST /posts', { body: post })).body as { readonly id: number }
  const textsOf = ({ content, excerpt }: Shown) => [content.rendered, excerpt.rendered]
  const show = async (query = '', as = 'anonymous') => {
    const list = JSON.parse((await send(`GET /posts?include=${id}${query}`, { as })).text()) as readonly Shown[]
    const single = JSON.parse((await send(`GET /posts/${id}?${query}`, { as })).text()) as Shown
    t.same(list.map(textsOf), [textsOf(single)], 'the list and the post')
    return textsOf(single)
  }
  const update = (body: object) => send(`PUT /posts/${id}`, { body })
  return { site, send, id, show, update }
}

const FIRST = ['<p>First &#8220;text&#8221;.</p>\n', '<p>First &#8220;text&#8221;.</p>\n']
const SECOND = ['<p>Second.</p>\n', '<p>Second.</p>\n']

t.test('texts are shown as they are after each change', async t => {
  for (const renderCache of [undefined, true, 1_000_000, 0, false]) {
    const { site, id, show, update } = await siteWithPost({ renderCache })
    for (let round = 0; round < 3; round++) t.same(await show(), FIRST)
    const isKept = site.context.blocks.renderedTexts.get(id, '<p>First "text".</p>') !== undefined
    t.equal(isKept, renderCache !== 0 && renderCache !== false, `${renderCache}`)
    await update({ content: '<p>Second.</p>' })
    for (let round = 0; round < 3; round++) t.same(await show(), SECOND)
    await update({ content: '<p>First "text".</p>' })
    t.same(await show(), FIRST)
    await update({ excerpt: 'Own.' })
    t.same(await show(), [FIRST[0], '<p>Own.</p>\n'])
    await update({ excerpt: '' })
    t.same(await show('&excerpt_length=1'), [FIRST[0], '<p>First [&hellip;]</p>\n'])
    t.same(await show(), FIRST)
  }
})

t.test('filters run for every response', async t => {
  let added = ''
  const { show } = await siteWithPost({
    register(site) {
      site.filter(postContent, ({ value }) => value + added)
      site.filter(postExcerpt, ({ value }) => value.toUpperCase())
    },
  })
  for (const each of ['', '1', '2', '']) {
    added = each
    t.equal((await show())[0], `${FIRST[0]}${added}`)
  }
  t.equal((await show())[1], '<P>FIRST &#8220;TEXT&#8221;.</P>\n')
})

t.test('texts behind a password stay there', async t => {
  const { show, update } = await siteWithPost()
  await update({ password: 'secret' })
  t.same(await show('', 'administrator'), ['', ''])
  t.same(await show('&context=edit', 'administrator'), FIRST)
  t.same(await show(), ['', ''])
  await update({ password: '' })
  t.same(await show(), FIRST)
})

t.test('changes that were rolled back are not shown', async t => {
  const { site, show, id } = await siteWithPost()
  await t.rejects(
    site.context.store.transaction(async tx => {
      await postsIn(tx).update(id, { content: '<p>Never stored.</p>' })
      throw new Error('No.')
    }),
  )
  t.same(await show(), FIRST)
})
