import { assignmentsIn, commentsIn, postsIn } from '@platen/site'
import t from 'tap'
import { countingSite, recordOf } from '../features/posts/counting-site.js'

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
