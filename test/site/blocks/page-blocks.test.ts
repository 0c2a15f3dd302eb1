import { readFileSync } from 'node:fs'
import type { RestResponse } from '@platen/core'
import { assignmentsIn, commentsIn, postsIn, type Site, wpDialect } from '@platen/site'
import { defineBlock } from '@platen/site/extend'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'
import { fillRecordedSite } from './recorded-post-site.js'

interface Shown {
  readonly id: number
  readonly content: { readonly rendered: string }
}

const fail = (): never => {
  throw new Error('broken')
}

/** A block that shows the titles of posts, and counts how often it loads. */
function titlesBlock(loads: unknown[][]) {
  return defineBlock({
    name: 'test/title',
    attributes: { id: { type: 'integer', default: 1 }, label: { type: 'string' } },
    usesContext: ['postId', 'test/color'],
    async load(uses, { site }) {
      loads.push(uses.map(({ attributes, postId, context }) => [attributes.id, postId, context]))
      const { records } = await postsIn(site.store).find({})
      return new Map(records.map(post => [post.id, post]))
    },
    render: ({ id, label = '' }, content, posts, { postId, context, principal }) =>
      `<i>${posts.get(id)?.title ?? '?'} ${label}${content} in ${postId} ${context['test/color'] ?? ''} ${principal.id}</i>`,
  })
}

async function sitesWith(register: (site: Site) => void) {
  const errors: string[] = []
  const made = await makeSite({ register, onError: error => errors.push((error as Error).message) })
  return { ...made, errors }
}

const add = ({ store }: TestSite, ...contents: string[]) =>
  Promise.all(contents.map((content, index) => postsIn(store).insert(recordOf(`post-${index}`, { content }))))

const contentsOf = ({ body }: RestResponse) =>
  (body as Shown[]).sort((a, b) => a.id - b.id).map(post => post.content.rendered.trim())

t.test('a block loads once for a page of posts, with its attributes and its context', async t => {
  const loads: unknown[][] = []
  const made = await sitesWith(site => {
    site.registerBlockType(titlesBlock(loads))
    site.registerBlockType({
      name: 'test/color',
      attributes: { color: { type: 'string', default: 'red' } },
      providesContext: { 'test/color': 'color' },
    })
  })
  const [first, second] = await add(
    made,
    '<!-- wp:test/title {"label":"a"} /--><!-- wp:test/title {"id":"2"} -->x<!-- /wp:test/title -->',
    '<!-- wp:test/color --><b><!-- wp:group --><div><!-- wp:test/title {"id":[]} /--></div><!-- /wp:group --></b><!-- /wp:test/color -->',
    '<!-- wp:group {"metadata":{"blockVisibility":false}} --><!-- wp:test/title /--><!-- /wp:group -->',
    'test/title',
  )
  const contents = contentsOf(await made.send('GET /posts?orderby=id&order=asc', { as: 'anonymous' }))
  t.same(loads, [
    [
      [1, first?.id, { postId: first?.id }],
      [2, first?.id, { postId: first?.id }],
      [1, second?.id, { postId: second?.id, 'test/color': 'red' }],
    ],
  ])
  t.same(contents, [
    `<i>post-0 a in ${first?.id}  0</i><i>post-1 x in ${first?.id}  0</i>`,
    `<b><div class="is-layout-flow wp-block-group-is-layout-flow"><i>post-0  in ${second?.id} red 0</i></div></b>`,
    '',
    '<p>test/title</p>',
  ])
})

t.test('nothing is loaded for texts that are not requested', async t => {
  const loads: unknown[][] = []
  const made = await sitesWith(site => site.registerBlockType(titlesBlock(loads)))
  await add(made, '<!-- wp:test/title /-->')
  t.equal((await made.send('GET /posts?_fields=id,title')).status, 200)
  t.equal((await made.send('GET /posts?_fields=excerpt')).status, 200)
  t.equal(loads.length, 1)
})

t.test('a block that cannot load, or cannot render, is reported and leaves the rest', async t => {
  const loads: unknown[][] = []
  const made = await sitesWith(site => {
    site.registerBlockType(titlesBlock(loads))
    site.registerBlockType(defineBlock({ name: 'test/unloaded', load: async () => fail(), render: () => 'never' }))
    site.registerBlockType(defineBlock({ name: 'test/thrown', load: fail, render: () => 'never' }))
    site.registerBlockType(defineBlock({ name: 'test/unrendered', render: fail }))
    site.registerBlockType(
      defineBlock({ name: 'test/included', load: async () => [], includes: fail, render: () => 'never' }),
    )
  })
  const broken = ['unloaded', 'thrown', 'unrendered', 'included'].map(name => `<!-- wp:test/${name} /-->`)
  const [post] = await add(made, `before ${broken.join(' ')} <!-- wp:test/title /--> after`)
  const answer = await made.send('GET /posts', { as: 'anonymous' })
  t.equal(answer.status, 200)
  t.match(contentsOf(answer)[0], /^before\s+<i>post-0 {2}in \d+ {2}0<\/i> after$/)
  for (const name of ['unloaded', 'thrown', 'included'])
    t.ok(made.errors.includes(`The block test/${name} cannot load its data.`), name)
  t.ok(
    made.errors.includes(
      `content.rendered of post ${post?.id} omits the block test/unrendered, which cannot be rendered.`,
    ),
  )
})

t.test('blocks in included posts load in further rounds, and not deeper than these', async t => {
  const loads: unknown[][] = []
  const rounds: number[][] = []
  const made = await sitesWith(site => {
    site.registerBlockType(titlesBlock(loads))
    site.registerBlockType(
      defineBlock({
        name: 'test/next',
        attributes: { id: { type: 'integer', default: 0 } },
        async load(uses, { site }) {
          rounds.push(uses.map(({ attributes }) => attributes.id))
          const { records } = await postsIn(site.store).find({})
          return records
        },
        includes: posts => posts,
        render({ id }, _content, posts, { contentOf }) {
          const post = posts.find(each => each.slug === `post-${id}`)
          return `[${post === undefined ? '' : contentOf(post)}]`
        },
      }),
    )
  })
  await add(
    made,
    '<!-- wp:test/next {"id":1} /-->',
    '<!-- wp:test/next {"id":2} /--><!-- wp:test/title /-->',
    '2<!-- wp:test/next {"id":3} /-->',
    '3<!-- wp:test/next {"id":4} /-->',
    '4',
  )
  const [first] = contentsOf(await made.send('GET /posts?slug=post-0', { as: 'anonymous' }))
  t.same(rounds, [[1], [2, 3, 4]], 'a post is looked through once')
  t.equal(loads.length, 1)
  t.match(first, /^\[\[2\[3\[\]\]\]<i>post-0 {2}in \d+ {2}0<\/i>\]$/, 'three posts deep')
})

t.test('the number of statements of a list does not grow with the posts that contain loading blocks', async t => {
  const { store, statements } = await countingSite(t)
  const list = (attributes: object) => `<!-- wp:latest-posts ${JSON.stringify(attributes)} /-->`
  const all = { displayAuthor: true, displayFeaturedImage: true, displayPostContent: true, postsToShow: 20 }
  const content = list(all) + list({ ...all, displayPostContentRadio: 'full_post' })
  await postsIn(store).insert(recordOf('plain', {}))
  const plain = await statements('GET /posts?per_page=50', 'anonymous')
  await postsIn(store).insert(recordOf('first', { content }))
  const one = await statements('GET /posts?per_page=50', 'anonymous')
  for (let number = 0; number < 40; number++) await postsIn(store).insert(recordOf(`post-${number}`, { content }))
  const many = await statements('GET /posts?per_page=50', 'anonymous')
  t.equal(many, one)
  t.ok(one > plain)
  for (let number = 0; number < 40; number++)
    await postsIn(store).insert(recordOf(`differs-${number}`, { content: list({ selectedAuthor: number }) }))
  const different = await statements('GET /posts?per_page=100', 'anonymous')
  t.ok(different <= many + 10, `${different} statements, ${many} before`)
})

t.test('the blocks of a text show so much and no more, without a part of what other texts show', async t => {
  const made = await sitesWith(site =>
    site.registerBlockType(defineBlock({ name: 'test/long', render: () => 'x'.repeat(2 ** 20) })),
  )
  const long = '<!-- wp:test/long /-->'
  await add(made, `a${long.repeat(200)}b`, `c${long}d`)
  const [first = '', second = ''] = contentsOf(await made.send('GET /posts?orderby=id&order=asc', { as: 'anonymous' }))
  t.match(first.slice(0, 9), /^(<p>)?ax/)
  t.match(first.slice(-9), /xb(<\/p>)?\s*$/)
  t.ok(first.length < 6 * 2 ** 20, `${first.length}`)
  t.match(second.replace(/x+/, '+'), /c\+d/)
  t.ok(second.length > 2 ** 20)
})

t.test('an invalid definition is refused', async t => {
  const { site } = await makeSite()
  t.throws(() => site.registerBlockType({ name: 'a/b', load: () => 1 }), TypeError)
  t.throws(() => site.registerBlockType({ name: 'a/b', includes: () => [], render: () => '' }), TypeError)
})

t.test('a list of texts that add much HTML is small enough to send', async t => {
  const piece = 'x'.repeat(1024 * 1024)
  const made = await sitesWith(site =>
    site.registerBlockType(defineBlock({ name: 'test/long', render: () => `<p>${piece}</p>` })),
  )
  const [first] = await add(made, ...Array.from({ length: 40 }, () => '<!-- wp:test/long /-->'.repeat(10)))
  const added = async (path: string) =>
    (await made.send(`GET ${path}`, { as: 'anonymous' })).text().split(piece).length - 1
  t.equal(await added(`/posts/${first?.id}?_fields=content`), 4, 'a single text')
  const all = await added('/posts?per_page=100&_fields=content')
  t.ok(all >= 32 && all <= 33, `${all} MiB in a list`)
  t.same(made.errors, [])
})

/** What the reference server showed for a content; `{P}` and the like stand for the ids of the records. */
interface Recorded {
  readonly name: string
  readonly content: string
  readonly html: string
  /** The post whose content it was; a page by default. */
  readonly on?: string
  readonly get?: string
  readonly as?: string
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('../../../../test/site/blocks/recorded-posts.json', import.meta.url), 'utf8'),
)

/** The digest in the class of a layout with rules of its own is our own. */
const stable = (html: string): string => html.replace(/(-is-layout-)[\da-f]{8}/g, '$1x')

t.test('blocks about posts and comments show what the reference server shows', async t => {
  const made = await makeSite({ dialect: wpDialect, services: { clock: () => Date.UTC(2026, 10, 22, 2, 40) } })
  const site = await fillRecordedSite(made)
  for (const { name, content, html, on, get = '', as = 'anonymous' } of recorded)
    await t.test(name, async t =>
      t.equal(stable(await site.shown({ content, on, get, as })), stable(site.filled(html))),
    )
})

const use = (name: string, attributes: object = {}): string => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
const around = (name: string, attributes: object, inner: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`

const PARTS = [
  use('post-title', { isLink: true }),
  use('post-content'),
  use('post-excerpt', { moreText: 'More' }),
  use('post-date', { isLink: true }),
  use('post-author', { isLink: true }),
  use('post-author-name'),
  use('post-author-biography'),
  use('post-terms', { term: 'category' }),
  use('post-featured-image'),
  use('post-comments-count'),
  use('post-comments-link'),
  use('post-comments-form'),
  use('post-time-to-read'),
  use('read-more'),
  use('avatar'),
].join('')

const COMMENTS = around(
  'comments',
  {},
  use('comments-title') +
    around(
      'comment-template',
      {},
      ['author-name', 'content', 'date', 'edit-link', 'reply-link'].map(part => use(`comment-${part}`)).join('') +
        use('avatar'),
    ) +
    around(
      'comments-pagination',
      {},
      ['previous', 'numbers', 'next'].map(part => use(`comments-pagination-${part}`)).join(''),
    ),
)

const LOOP = around(
  'query',
  { queryId: 1, query: { perPage: 10, postType: 'post', inherit: false } },
  around('post-template', {}, PARTS + COMMENTS) +
    around(
      'query-pagination',
      {},
      use('query-pagination-previous') + use('query-pagination-numbers') + use('query-pagination-next'),
    ) +
    around('query-no-results', {}, '<p>None</p>') +
    use('query-total'),
)

const TERMS = around(
  'terms-query',
  { termQuery: { taxonomy: 'category', hideEmpty: false } },
  around('term-template', {}, use('term-name', { isLink: true }) + use('term-count') + use('term-description')),
)

/** Contents that show all blocks about posts, comments and terms. */
const CONTENTS: Readonly<Record<string, string>> = {
  'blocks about the post itself': PARTS + COMMENTS,
  'a query loop': LOOP,
  'a list of terms': TERMS,
  'the latest comments': use('latest-comments'),
}

for (const [name, content] of Object.entries(CONTENTS)) {
  t.test(`a list costs as many statements however many of its posts show ${name}`, async t => {
    const { store, statements } = await countingSite(t)
    await store.options.set('page_comments', true)
    await store.options.set('comments_per_page', 1)
    for (let number = 0; number < 25; number++) {
      const { id } = await postsIn(store).insert(recordOf(`post-${number}`, { content, commentCount: 1 }))
      await assignmentsIn(store).insert({ object: id, term: 1, position: 0 })
      await commentsIn(store).insert({
        post: id,
        parent: 0,
        author: 0,
        authorName: 'Ann',
        authorEmail: `ann${number}@example.com`,
        authorUrl: '',
        authorIp: '',
        authorAgent: '',
        date: '2024-01-02T00:00:00',
        dateGmt: '2024-01-02T00:00:00',
        created: '2024-01-02T00:00:00',
        status: 'approved',
        type: 'comment',
        content: 'Hello',
      })
    }
    const one = await statements('GET /posts?per_page=1', 'anonymous')
    const many = await statements('GET /posts?per_page=20', 'anonymous')
    t.equal(many, one)
    t.ok(one < 45, `${one} statements`)
  })
}
