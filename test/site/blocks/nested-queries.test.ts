import { postsIn } from '@platen/site'
import t from 'tap'
import { processorTime } from '../../growth.js'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite } from '../make-site.js'

const around = (name: string, attributes: object, inner: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`

const loop = (inner: string, perPage = 100): string =>
  around(
    'query',
    { query: { perPage, postType: 'post', inherit: false } },
    `<div>${around('post-template', {}, inner)}</div>`,
  )

const nested = (inner: string, depth: number): string => (depth === 0 ? inner : loop(nested(inner, depth - 1)))

const TITLE = '<!-- wp:post-title /-->'
const CONTENT = '<!-- wp:post-content /-->'

interface Shown {
  readonly content: { readonly rendered: string }
}

/** Contents whose full HTML would be endless, or larger than any page. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a loop that shows itself': loop(CONTENT),
  'loops within loops': nested(TITLE, 3),
  'loops deeper than any page': nested(TITLE, 40),
  'loops of blocks that show nothing': nested('<!-- wp:post-terms /-->'.repeat(50), 2),
  'many loops': loop(TITLE).repeat(300),
  'different loops': Array.from({ length: 300 }, (_, index) => loop(TITLE, (index % 99) + 1)).join(''),
}

for (const [name, content] of Object.entries(HOSTILE)) {
  t.test(`${name} take little time and space`, async t => {
    const { send, store } = await makeSite()
    for (let number = 0; number < 30; number++) await postsIn(store).insert(recordOf(`post-${number}`, { content }))
    const started = processorTime()
    const { status, body } = await send('GET /posts?per_page=5', { as: 'anonymous' })
    t.equal(status, 200)
    t.ok(processorTime() - started < 10_000, `${processorTime() - started} ms`)
    const size = (body as Shown[]).reduce((sum, { content }) => sum + content.rendered.length, 0)
    t.ok(size < 12_000_000, `${size} code units`)
  })
}

t.test('a loop shows the content of other posts, and its own once', async t => {
  const { send, store } = await makeSite()
  const paragraph = '<!-- wp:paragraph --><p>Inner</p><!-- /wp:paragraph -->'
  await postsIn(store).insert(recordOf('inner', { content: paragraph + TITLE }))
  const { id } = await postsIn(store).insert(recordOf('outer', { content: loop(CONTENT) }))
  const { rendered } = ((await send(`GET /posts/${id}`)).body as Shown).content
  t.match(rendered, '<p class="wp-block-paragraph">Inner</p><h2 class="wp-block-post-title">inner</h2>')
  t.equal(rendered.split('<ul').length - 1, 2, 'the list, and the list within its own content')
  t.equal(rendered.split('entry-content').length - 1, 3)
})
