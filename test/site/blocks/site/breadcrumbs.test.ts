import { postsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { recordedSite, renderedBlock } from '../recorded-site.js'

const BLOCK = '<!-- wp:breadcrumbs /-->'
const wrapped = (items: string) =>
  `<nav style="--separator: &quot;/&quot;" class="wp-block-breadcrumbs" aria-label="Breadcrumbs"><ol>${items}</ol></nav>`
const HOME = '<li><a href="https://site.example/">Home</a></li>'
const CURRENT = '<li><span aria-current="page">Here &#038; there</span></li>'

t.test('of a post, by the first of its categories', async t => {
  const made = await recordedSite()
  const ids = new Map(made.ids)
  const shown = async (names: readonly string[], block = BLOCK) => {
    const body = {
      title: 'Here & there',
      status: 'publish',
      content: block,
      categories: names.map(name => ids.get(name)),
    }
    const answer = await made.send('POST /posts', { body })
    return (answer.body as { content: { rendered: string } }).content.rendered.trim()
  }
  const below = (path: string, name: string) => `<li><a href="https://site.example/category/${path}/">${name}</a></li>`
  const trail = `${below('alpha-co', 'Alpha &amp; Co')}${below('alpha-co/beta', 'Beta')}${below('alpha-co/beta/gamma', 'Gamma')}`
  t.equal(await shown(['gamma']), wrapped(`${HOME}${trail}${CURRENT}`))
  t.equal(await shown(['gamma', 'empty']), wrapped(`${HOME}${below('empty', 'Empty')}${CURRENT}`))
  const short = '<!-- wp:breadcrumbs {"showHomeItem":false,"showCurrentItem":false} /-->'
  t.equal(await shown(['empty'], short), wrapped(below('empty', 'Empty')))
  const quoted = await made.send('POST /categories', { body: { name: 'In "quotes"', slug: 'quoted' } })
  ids.set('quoted', (quoted.body as { id: number }).id)
  t.equal(await shown(['quoted'], short), wrapped(below('quoted', 'In &quot;quotes&quot;')), 'no typography')
})

t.test('the trail of a page omits unpublished ancestors', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const child = ids.get('child') ?? 0
  const of = async (parent: number) => {
    const { id } = await postsIn(store).insert(
      recordOf('here', { type: 'page', title: 'Here & there', parent, content: BLOCK }),
    )
    const { body } = await made.send(`GET /pages/${id}`, { as: 'anonymous' })
    return (body as { content: { rendered: string } }).content.rendered.trim()
  }
  const above =
    '<li><a href="https://site.example/page/">Page</a></li><li><a href="https://site.example/page/child/">Child</a></li>'
  t.equal(await of(child), wrapped(`${HOME}${above}${CURRENT}`))
  t.equal(await of(ids.get('draft page') ?? 0), wrapped(`${HOME}${CURRENT}`))
  await postsIn(store).update(ids.get('page') ?? 0, { parent: child })
  t.match(await of(child), /Child/)
})

t.test('separators do not end the style', async t => {
  const made = await recordedSite()
  const styleOf = async (separator: string) =>
    /style="([^"]*)"/.exec(await renderedBlock(made, `<!-- wp:breadcrumbs ${JSON.stringify({ separator })} /-->`))?.[1]
  t.equal(await styleOf('»'), '--separator: &quot;»&quot;')
  t.equal(await styleOf('a<b'), '--separator: &quot;a&lt;b&quot;')
  // CSS ends a string at each of them.
  for (const space of ['\n', '\r', '\f'])
    t.equal(await styleOf(`a${space};color:red`), '--separator: &quot;a;color:red&quot;', JSON.stringify(space))
  for (const separator of ['"', '\\', 'x";color:red', '}', 'x'.repeat(100)])
    t.notMatch(await styleOf(separator), /separator/)
})
