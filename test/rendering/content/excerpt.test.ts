import { coreBlocks } from '@platen/rendering'
import t from 'tap'
import { grows } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )
const { firstWords, renderProse } =
  await loadModule<typeof import('../../../packages/rendering/src/content/excerpt.js')>('content/excerpt.js')

t.test('the first words, with an ending if there are more', async t => {
  t.equal(firstWords(' a  b\n c ', 2, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', 3, '…'), 'a b c')
  t.equal(firstWords('a b', 0, '…'), '…')
  t.equal(firstWords('', 5, '…'), '')
  t.equal(firstWords(' a  b\n c ', -1, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', -2, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', -3, '…'), '…')
  t.equal(firstWords('a\u00a0b c', 1, '…'), 'a\u00a0b…')
})

t.test('prose is rendered, everything else is omitted', async t => {
  const rendering = { blocks: createBlockRegistry({ blocks: coreBlocks }), postId: 0 }
  const block = (name: string, html: string): string => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`
  t.equal(renderProse('no blocks', rendering), 'no blocks')
  t.equal(renderProse(`a${block('image', '<img>')}${block('html', 'b')}`, rendering), 'ab')
  t.equal(renderProse(block('group', `own${block('html', 'b')}${block('cover', 'c')}`), rendering), 'b')
  t.equal(renderProse(block('quote', `q${block('html', 'b')}`), rendering), 'qb')
  t.equal(renderProse(block('quote', `q${block('image', 'b')}`), rendering), '')
  const hidden = (name: string, html: string): string =>
    block(name, html).replace(' -->', ' {"metadata":{"blockVisibility":false}} -->')
  const text = block('paragraph', 'secret')
  for (const name of ['group', 'columns', 'column', 'media-text', 'quote', 'list']) {
    t.equal(renderProse(hidden(name, text), rendering), '', `hidden: ${name}`)
    t.equal(renderProse(block('group', hidden(name, text)), rendering), '', `within a group, hidden: ${name}`)
  }
})

t.test('marks of footnotes are removed, as the editor writes them', async t => {
  const { withoutFootnoteMarks } =
    await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
      'content/render-content.js',
    )
  const mark = (text: string, of = 'q'): string =>
    `<sup data-fn="${of}" class="fn"><a href="#q" id="x">${text}</a></sup>`
  t.equal(withoutFootnoteMarks(`a${mark('1')} b${mark('22')}`), 'a b')
  for (const kept of [
    mark('n'),
    mark(''),
    mark('1', ''),
    '<sup>1</sup>',
    mark('1').replace(/"/g, "'"),
    '<sup data-fn="',
  ])
    t.equal(withoutFootnoteMarks(kept), kept)
  for (const beginning of ['<sup data-fn="', '<sup data-fn="q" class="fn"> ']) {
    const run = (length: number) => {
      const html = beginning.repeat(length / beginning.length) + ' '.repeat(length)
      return () => void withoutFootnoteMarks(html)
    }
    t.equal(await grows(run, 100_000), undefined, beginning)
  }
})
