import { postsIn } from '@platen/site'
import t from 'tap'
import { countingSite, recordOf } from '../../features/posts/counting-site.js'
import { makeSite } from '../../make-site.js'

const { send } = await makeSite()

async function shown(footnotes: string, block = '<!-- wp:footnotes /-->', more: object = {}): Promise<string> {
  const body = { title: 'Post', status: 'publish', content: block, meta: { footnotes }, ...more }
  const { id } = (await send('POST /posts', { body })).body as { id: number }
  const query = 'password' in more ? '?password=open' : ''
  const answer = await send(`GET /posts/${id}${query}`, { as: 'anonymous' })
  return (answer.body as { content: { rendered: string } }).content.rendered.trim()
}

const NOTES = [
  { id: 'f1', content: 'First <em>note</em>' },
  { id: 'f2', content: 'Second' },
]
const first = '<li id="f1">First <em>note</em> <a href="#f1-link" aria-label="Jump to footnote reference 1">↩︎</a></li>'
const second = '<li id="f2">Second <a href="#f2-link" aria-label="Jump to footnote reference 2">↩︎</a></li>'

t.test('a post shows its footnotes', async t => {
  t.equal(await shown(JSON.stringify(NOTES)), `<ol class="wp-block-footnotes">${first}${second}</ol>`)
  t.equal(
    await shown(
      JSON.stringify(NOTES.slice(0, 1)),
      '<!-- wp:footnotes {"className":"z","textColor":"vivid-red","anchor":"notes"} /-->',
    ),
    `<ol class="z wp-block-footnotes has-text-color has-vivid-red-color" id="notes">${first}</ol>`,
  )
})

t.test('a value that is not a list of footnotes shows nothing', async t => {
  for (const json of ['', '[]', '{}', 'nonsense', '[{"x":1}]', '[{"id":1,"content":2}]', 'null'])
    t.equal(await shown(json), '', json)
})

t.test('footnotes contain no scripts', async t => {
  const html = await shown(
    JSON.stringify([{ id: 'a" onclick="x', content: '<script>x</script><a href="javascript:x">y</a>' }]),
  )
  t.notMatch(html, /<script|javascript:|" onclick/)
})

t.test('footnotes of a protected post need its password', async t => {
  const html = `<ol class="wp-block-footnotes">${first}${second}</ol>`
  t.equal(await shown(JSON.stringify(NOTES), '<!-- wp:footnotes /-->', { password: 'open' }), html)
  const loop =
    '<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template --><!-- wp:footnotes /--><!-- /wp:post-template --><!-- /wp:query -->'
  await send('POST /posts', {
    body: {
      title: 'Other',
      status: 'publish',
      password: 'other',
      meta: { footnotes: '[{"id":"o","content":"kanar"}]' },
    },
  })
  t.notMatch(await shown('', loop), 'kanar', 'in a list')
  t.notMatch(await shown('', loop, { password: 'open' }), 'kanar', 'in a list of a post with another password')
})

t.test('a list costs as many statements however many posts have footnotes', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++)
    await postsIn(made.store).insert(recordOf(`post-${number}`, { content: '<!-- wp:footnotes /-->' }))
  const one = await made.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await made.statements('GET /posts?per_page=20', 'anonymous'), one)
})
