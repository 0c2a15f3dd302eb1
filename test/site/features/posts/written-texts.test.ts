import { cmsDialect, type PostRecord, posts, postsIn, type Site, wpDialect } from '@platen/site'
import { postContent, postExcerpt, postPermalink, postTitle } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'
import { withCollection } from '../../with-collection.js'

interface Shown {
  readonly id: number
  readonly title: { readonly raw: string }
}

t.test('titles are trimmed; other texts are not', async t => {
  const { send } = await makeSite()
  for (const [title, raw] of [
    ['  plain  ', 'plain'],
    ['\t\n\r\u000b lines', 'lines'],
    ['in\tside  two', 'in\tside  two'],
    ['\u00a0\u3000 wide \u2003', '\u00a0\u3000 wide \u2003'],
    ['\f form feed', '\f form feed'],
  ] as const) {
    const { status, body } = await send('POST /posts', {
      body: { title: { raw: title }, content: ' x ', excerpt: ' y ' },
    })
    t.equal(status, 201)
    t.match(body, { title: { raw }, content: { raw: ' x ' }, excerpt: { raw: ' y ' } })
  }
})

t.test('an object with an empty title changes nothing; other empty texts do', async t => {
  const { send } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', content: 'y', excerpt: 'z' } })).body as Shown
  const update = async (body: object) => (await send(`PUT /posts/${id}`, { body })).body
  t.match(await update({ title: { raw: '' } }), { title: { raw: 'x' } })
  t.match(await update({ title: { raw: '' }, content: { raw: '' }, excerpt: { raw: '' } }), {
    ...{ title: { raw: 'x' }, content: { raw: '' }, excerpt: { raw: '' } },
  })
  t.match(await update({ title: '', content: 'y' }), { title: { raw: '' } })
})

t.test('a title is trimmed before its HTML is filtered', async t => {
  const { send } = await makeSite()
  for (const [title, raw] of [
    [' x <img> ', 'x '],
    ['<img> x', ' x'],
    [' <b>x</b> ', '<b>x</b>'],
  ] as const) {
    t.match((await send('POST /posts', { as: 'author', body: { title } })).body, { title: { raw } })
    t.match((await send('POST /posts', { body: { title } })).body, { title: { raw: title.trim() } })
  }
})

t.test('a post must say something: spaces of a title and a lone 0 do not', async t => {
  const { send } = await makeSite()
  for (const [body, status] of [
    [{}, 400],
    [{ title: '  ' }, 400],
    [{ title: '0' }, 400],
    [{ title: '0', content: '0', excerpt: '0' }, 400],
    [{ title: '00' }, 201],
    [{ content: ' ' }, 201],
    [{ excerpt: ' ' }, 201],
    [{ title: '0', content: 'x' }, 201],
  ] as const) {
    const answer = await send('POST /posts', { body })
    t.equal(answer.status, status, JSON.stringify(body))
    if (status === 400) t.match(answer.body, { code: 'empty_content' })
  }
  t.equal((await send('POST /pages', { body: { title: '0' } })).status, 201, 'a page may be empty')
  const { id } = (await send('POST /posts', { body: { title: 'x' } })).body as Shown
  t.match((await send(`PUT /posts/${id}`, { body: { title: ' ' } })).body, { code: 'empty_content' })
  t.match((await send(`PUT /posts/${id}`, { body: { title: ' ', content: 'y' } })).body, { title: { raw: '' } })
})

t.test('the dialect says which values name a template', async t => {
  for (const dialect of [cmsDialect, wpDialect]) {
    const { send } = await makeSite({ dialect })
    const { id } = (await send('POST /posts', { body: { title: 'A post' } })).body as { id: number }
    const isText = dialect.zeroIsEmpty
    for (const template of [0, false, '0', 5, true, [], ['x'], {}]) {
      const { status, body } = await send(`PUT /posts/${id}`, { body: { template } })
      const isEmpty = isText && (template === 0 || template === false || template === '0')
      const isRefusedByType = typeof template === 'object' || !(isText || typeof template === 'string')
      const code = isRefusedByType ? 'rest_invalid_type' : 'rest_invalid_param'
      t.equal(status, isEmpty ? 200 : 400, `${dialect.name} ${JSON.stringify(template)}`)
      t.match(body, isEmpty ? { template: '' } : { data: { details: { template: { code } } } })
    }
  }
})

interface ShownTexts {
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

/** A site with a published post, and functions that show its texts by the JSON of a list and of the post itself. */
async function siteWithPost(options: TestSiteOptions = {}) {
  const { site, send } = await makeSite(options)
  const post = { title: 'Kept', content: '<p>First "text".</p>', status: 'publish' }
  const { id } = (await send('POST /posts', { body: post })).body as { readonly id: number }
  const textsOf = ({ content, excerpt }: ShownTexts) => [content.rendered, excerpt.rendered]
  const show = async (query = '', as = 'anonymous') => {
    const list = JSON.parse((await send(`GET /posts?include=${id}${query}`, { as })).text()) as readonly ShownTexts[]
    const single = JSON.parse((await send(`GET /posts/${id}?${query}`, { as })).text()) as ShownTexts
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

interface EmbeddingPost {
  readonly _embedded?: Readonly<Record<string, readonly (readonly unknown[])[]>>
}

interface Watched extends TestSite {
  /** What was rendered and read since the last call. */
  taken(): { readonly rendered: readonly string[]; readonly relations: readonly string[] }
}

/** A site that tells what it renders and which relations it loads. */
async function watchedSite(): Promise<Watched> {
  let rendered: string[] = []
  let relations: string[] = []
  const register = (site: Site) => {
    for (const filter of [postTitle, postContent, postExcerpt, postPermalink]) {
      site.filter(filter, ({ value }) => {
        rendered.push(filter.name)
        return value
      })
    }
  }
  const wrapStore = (store: Store): Store =>
    withCollection(store, posts, inner => ({
      find(query) {
        relations.push(...(query.with ?? []))
        return inner.find(query)
      },
      related(ids, wanted) {
        relations.push(...wanted)
        return inner.related(ids, wanted)
      },
    }))
  const made = await makeSite({ register, wrapStore })
  return {
    ...made,
    taken() {
      const was = { rendered: [...new Set(rendered)].sort(), relations: [...relations].sort() }
      rendered = []
      relations = []
      return was
    },
  }
}

const ALL_LINKS = ['meta', 'revisions']

const CASES: readonly (readonly [fields: string, rendered: readonly string[], relations: readonly string[]])[] = [
  ['id', [], []],
  ['id,slug,date,modified_gmt,status,author,comment_status,sticky', [], []],
  ['title.raw', [], []],
  ['content.raw,content.protected,excerpt.raw', [], []],
  ['title', ['post.title'], []],
  ['title.rendered', ['post.title'], []],
  ['content.rendered', ['post.content'], []],
  ['excerpt.rendered', ['post.excerpt'], []],
  ['link', ['post.link'], []],
  ['categories', [], ['termNames']],
  ['format', [], ['termNames']],
  ['tags,categories,format', [], ['termNames']],
  ['meta', [], ['meta']],
  ['template,featured_media', [], ['meta']],
  ['class_list', [], ['meta', 'termNames']],
  ['_links', [], ALL_LINKS],
  ['id,_links', [], ALL_LINKS],
]

t.test('what _fields leaves out is neither loaded nor rendered', async t => {
  const { send, taken } = await watchedSite()
  const body = { title: 'x', content: 'x', excerpt: 'x', status: 'publish' }
  const { id } = (await send('POST /posts', { body })).body as PostRecord
  for (const [fields, rendered, relations] of CASES) {
    for (const context of ['view', 'edit']) {
      taken()
      t.equal((await send(`GET /posts?_fields=${fields}&context=${context}`)).status, 200)
      t.same(taken(), { rendered, relations }, `list ${context} ${fields}`)
      t.equal((await send(`GET /posts/${id}?_fields=${fields}&context=${context}`)).status, 200)
      const single = taken()
      // The header `Link` of a single post names its page.
      t.same(
        single.rendered.filter(name => name !== 'post.link' || fields === 'link'),
        rendered,
        `single ${context} ${fields}`,
      )
      t.same(single.relations, relations, `single ${context} ${fields}`)
    }
  }
})

t.test('terms are loaded whole where they are embedded', async t => {
  const { send, taken } = await watchedSite()
  const body = { title: 'x', content: 'x', status: 'publish', categories: [1] }
  t.equal((await send('POST /posts', { body })).status, 201)
  taken()
  const { _embedded: embedded } = ((await send('GET /posts?_embed=cms:term')).body as EmbeddingPost[])[0] ?? {}
  t.match(embedded?.['cms:term']?.[0]?.[0], { id: 1, taxonomy: 'category', slug: 'uncategorized' })
  t.same(taken().relations, ['meta', 'revisions', 'terms'])
})

t.test('a HEAD request finds and counts, and shows nothing', async t => {
  const { send, taken } = await watchedSite()
  await send('POST /posts', { body: { title: 'x', content: 'x', status: 'publish' } })
  taken()
  const answer = await send('HEAD /posts', { as: 'anonymous' })
  t.match(answer, { status: 200, headers: { 'X-CMS-Total': '1' } })
  t.equal(answer.text(), '')
  t.same(taken(), { rendered: [], relations: [] })
})

t.test('responses to changes are cut as well', async t => {
  const { send, taken } = await watchedSite()
  taken()
  const created = await send('POST /posts?_fields=id', { body: { title: 'x', content: 'x', excerpt: 'x' } })
  const { id } = created.body as PostRecord
  t.same(created.body, { id })
  t.same((await send(`PUT /posts/${id}?_fields=title.raw`, { body: { title: 'y' } })).body, { title: { raw: 'y' } })
  t.notOk(taken().rendered.some(name => name === 'post.content' || name === 'post.excerpt'))
})

t.test('the rules about a post ask the store for nothing', async t => {
  const { wrap, taken } = countingReads()
  const { send } = await makeSite({ wrapStore: wrap })
  const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish' } })).body as PostRecord
  await send(`GET /posts/${id}?_fields=id`)
  taken()
  t.match(await send(`GET /posts/${id}?_fields=id`), { headers: { Allow: 'GET, POST, PUT, PATCH, DELETE' } })
  t.same(taken(), ['posts.get'], 'permission, Allow and answer share one look')
})

t.test('terms of a taxonomy that the type does not have are refused', async t => {
  const { site, store } = await makeSite()
  const by = { as: site.system }
  const { posts, terms } = site.content
  const herbs = await terms.create({ taxonomy: 'category', name: 'Herbs' }, by)
  const wrong = { code: 'rest_invalid_param', status: 400 }
  await t.rejects(posts.create({ title: 'A', terms: { categories: [herbs.id] } }, by), wrong)
  await t.rejects(posts.create({ type: 'page', title: 'A', terms: { category: [herbs.id] } }, by), wrong)
  t.equal(await postsIn(store).count(), 0)
  const post = await posts.create({ title: 'A', terms: { category: [herbs.id] } }, by)
  await t.rejects(posts.update(post.id, { terms: { genre: [] } }, by), wrong)
})

t.test('terms of a taxonomy that REST does not show can be assigned in process', async t => {
  const { site, store } = await makeSite({
    register: site => void site.registerTaxonomy('mark', { objectTypes: ['post'], showInRest: false }),
  })
  const by = { as: site.system }
  const mark = await site.content.terms.create({ taxonomy: 'mark', name: 'Checked' }, by)
  const post = await site.content.posts.create({ title: 'A', terms: { mark: [mark.id] } }, by)
  const { terms } = await postsIn(store).related([post.id], ['terms'])
  t.ok(terms.get(post.id)?.some(({ id }) => id === mark.id))
})
