import { type PostRecord, posts, type Site } from '@platen/site'
import { postContent, postExcerpt, postPermalink, postTitle } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { withCollection } from '../../with-collection.js'

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
