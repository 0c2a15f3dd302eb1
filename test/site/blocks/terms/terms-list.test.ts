import { postsIn, termsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('lists of terms match the reference', t => compareRecorded(t, 'terms'))

t.test('terms of taxonomies that are not public are hidden', async t => {
  const made = await recordedSite()
  await made.send('POST /menus', { body: { name: 'Secret menu' } })
  for (const block of [
    '<!-- wp:categories {"taxonomy":"nav_menu","showEmpty":true} /-->',
    '<!-- wp:categories {"taxonomy":"nav_menu","showEmpty":true,"displayAsDropdown":true} /-->',
    '<!-- wp:tag-cloud {"taxonomy":"nav_menu"} /-->',
  ])
    t.notMatch(await renderedBlock(made, block), /Secret/, block)
})

t.test('restricted terms are shown to users who may read them', async t => {
  const made = await recordedSite({
    register: site => {
      site.registerTaxonomy('clearance', { objectTypes: ['post'], restricted: true })
    },
  })
  await termsIn(made.store).insert({
    taxonomy: 'clearance',
    name: 'Secret',
    slug: 'secret',
    description: '',
    parent: 0,
    group: 0,
    count: 1,
  })
  const { id } = await postsIn(made.store).insert(
    recordOf('shown', {
      content: '<!-- wp:categories {"taxonomy":"clearance"} /--><!-- wp:tag-cloud {"taxonomy":"clearance"} /-->',
    }),
  )
  const shown = async (as: string) => JSON.stringify((await made.send(`GET /posts/${id}`, { as })).body)
  t.match(await shown('administrator'), /Secret/)
  t.notMatch(await shown('anonymous'), /Secret/)
})

t.test('loops of parents end', async t => {
  const made = await recordedSite()
  const [alpha, gamma] = [made.ids.get('alpha') ?? 0, made.ids.get('gamma') ?? 0]
  await termsIn(made.store).update(alpha, { parent: gamma })
  const html = await renderedBlock(made, '<!-- wp:categories {"showHierarchy":true,"showPostCounts":true} /-->')
  t.match(html, /No categories|Uncategorized/)
})
