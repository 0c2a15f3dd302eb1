import t from 'tap'
import { makeSite } from '../../make-site.js'

const made = await makeSite()
const { store, send } = made
const as = made.site.system
const { posts, comments } = made.site.content

const CONTENT =
  '<!-- wp:comments --><div><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->' +
  '<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous {"label":"<Older>"} />' +
  '<!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination --></div><!-- /wp:comments -->'
const post = await posts.create(
  { title: 'Talk', status: 'publish', content: CONTENT.replaceAll('} />', '} /-->') },
  { as },
)
for (let number = 1; number <= 5; number++) {
  const { id } = await comments.create({ post: post.id, content: `first ${number}`, author: 1 }, { as })
  if (number === 2) await comments.create({ post: post.id, parent: id, content: 'reply', author: 1 }, { as })
}

async function shown(query = ''): Promise<string> {
  const { status, body } = await send(`GET /posts/${post.id}?_fields=content,link${query}`)
  t.equal(status, 200)
  return (body as { content: { rendered: string } }).content.rendered
}
const textsIn = (html: string) => [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)
const { link } = (await send(`GET /posts/${post.id}`)).body as { link: string }
const hrefOf = (page: number) => `${link}${link.includes('?') ? '&#038;' : '?'}cpage=${page}#comments`

t.test('a post shows all its comments on one page unless the site divides them', async t => {
  const html = await shown('&cpage=2')
  t.equal(textsIn(html).length, 6)
  t.notMatch(html, 'pagination')
})

t.test('the newest page comes first, with links to the others', async t => {
  await store.options.set('page_comments', true)
  await store.options.set('comments_per_page', 2)
  const last = await shown()
  t.same(textsIn(last), ['first 5'])
  t.match(
    last,
    `<a href="${hrefOf(2)}" class="wp-block-comments-pagination-previous"><span class='wp-block-comments-pagination-previous-arrow is-arrow-arrow' aria-hidden='true'>←</span>&lt;Older&gt;</a>`,
  )
  t.match(last, '<div class="wp-block-comments-pagination-numbers">')
  t.match(last, `<a class="page-numbers" href="${hrefOf(1)}">1</a>`)
  t.match(last, '<span aria-current="page" class="page-numbers current">3</span>')
  t.notMatch(last, 'pagination-next')

  const first = await shown('&cpage=1')
  t.same(textsIn(first), ['first 1', 'first 2', 'reply'], 'replies stay with what they answer')
  t.match(first, `<a href="${hrefOf(2)}" class="wp-block-comments-pagination-next">Newer Comments<span`)
  t.notMatch(first, 'pagination-previous')
})

t.test('the oldest page comes first if the site says so', async t => {
  await store.options.set('default_comments_page', 'oldest')
  t.same(textsIn(await shown()), ['first 1', 'first 2', 'reply'])
  t.same(textsIn(await shown('&cpage=2')), ['first 3', 'first 4'])
})

t.test('pages that do not exist are the first one', async t => {
  for (const page of ['0', '-1', '4', '1.5', 'x', '', '9'.repeat(400), '1&cpage=2x'])
    t.same(textsIn(await shown(`&cpage=${page}`)), ['first 1', 'first 2', 'reply'], page)
  for (const perPage of [0, -5, 50, 'x']) {
    await store.options.set('comments_per_page', perPage)
    t.equal(textsIn(await shown()).length, 6, String(perPage))
  }
})
