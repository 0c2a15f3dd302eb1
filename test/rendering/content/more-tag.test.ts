import t from 'tap'
import { loadModule } from '../load-module.js'

const { divideContent } =
  await loadModule<typeof import('../../../packages/rendering/src/content/more-tag.js')>('content/more-tag.js')

t.test('content without tags is one page, and all of it is the teaser', async t => {
  t.same(divideContent('text'), { teaser: 'text', hasMore: false, moreText: '', pages: ['text'], hidesTeaser: false })
})

t.test('the more tag ends the teaser and may have a text', async t => {
  const divided = divideContent('a<!--more Read on -->b<!--noteaser-->')
  t.equal(divided.teaser, 'a')
  t.equal(divided.moreText, 'Read on')
  t.ok(divided.hasMore && divided.hidesTeaser)
})

t.test('page breaks make pages; the teaser is on the first', async t => {
  t.same(divideContent('a\n<!--nextpage-->\nb<!--nextpage-->c').pages, ['a', 'b', 'c'])
  t.same(divideContent('<!--nextpage-->b').pages, ['b'])
  t.equal(divideContent('a<!--nextpage-->b<!--more-->c').teaser, 'a')
})

t.test('both may be blocks', async t => {
  const content = 'a<!-- wp:more {"customText":"x"} -->\n<!--more x-->\n<!-- /wp:more -->b'
  t.equal(divideContent(content).teaser, 'a')
  t.same(divideContent('a<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->b').pages, ['a', 'b'])
})
