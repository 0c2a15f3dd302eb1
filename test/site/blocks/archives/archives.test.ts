import { postsIn } from '@platen/site'
import t from 'tap'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('archives and calendars match the reference', t => compareRecorded(t, 'archives'))

t.test('drafts and private posts never count', async t => {
  const made = await recordedSite()
  for (const block of [
    '<!-- wp:archives {"showPostCounts":true} /-->',
    '<!-- wp:archives {"type":"alpha"} /-->',
    '<!-- wp:calendar {"year":2018,"month":1} /-->',
  ])
    t.notMatch(await renderedBlock(made, block), /Secret|2019|2018\/01/, block)
})

t.test('a site without posts', async t => {
  const made = await recordedSite()
  await postsIn(made.store).removeWhere({ op: 'eq', field: 'type', value: 'post' })
  t.match(await renderedBlock(made, '<!-- wp:archives /-->'), />No archives to show\.<\/div>/)
  t.equal(await renderedBlock(made, '<!-- wp:calendar /-->'), '<div class="wp-block-calendar"></div>')
})

t.test('many uses are bounded', async t => {
  const made = await recordedSite()
  for (const block of ['<!-- wp:calendar {"year":2020,"month":2} /-->', '<!-- wp:archives {"type":"daily"} /-->'])
    t.ok((await renderedBlock(made, block.repeat(5000))).length < 5_500_000, block)
})
