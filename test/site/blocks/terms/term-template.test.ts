import { termsIn } from '@platen/site'
import t from 'tap'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('lists of queried terms match the reference', t => compareRecorded(t, 'term-queries'))

const query = (termQuery: unknown, inner: string) =>
  `<!-- wp:terms-query ${JSON.stringify({ termQuery })} --><div><!-- wp:term-template -->${inner}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`
const NAME = '<!-- wp:term-name {"isLink":true} /-->'

t.test('invalid queries', async t => {
  const made = await recordedSite()
  for (const value of [null, 1, 'x', [], { taxonomy: 1, perPage: 'x', include: ['x', null, -1], orderBy: {} }])
    t.match(await renderedBlock(made, query(value, NAME)), /Alpha|^<div/, JSON.stringify(value))
})

t.test('terms of taxonomies that are not public are hidden', async t => {
  const made = await recordedSite()
  await made.send('POST /menus', { body: { name: 'Secret menu' } })
  t.notMatch(await renderedBlock(made, query({ taxonomy: 'nav_menu', hideEmpty: false }, NAME)), /Secret/)
})

t.test('descriptions are sanitized', async t => {
  const made = await recordedSite()
  await termsIn(made.store).update(made.ids.get('alpha') ?? 0, { description: '<b>B</b><script>alert(1)</script>' })
  const html = await renderedBlock(made, query({ taxonomy: 'category' }, '<!-- wp:term-description /-->'))
  t.match(html, /<b>B<\/b>/)
  t.notMatch(html, /<script/)
})
