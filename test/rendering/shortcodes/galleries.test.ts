import {
  coreShortcodes,
  createBlockRegistry,
  createShortcodeRegistry,
  findGalleries,
  type GalleryUse,
  renderContent,
} from '@platen/rendering'
import t from 'tap'

t.test('the galleries of a text', t => {
  t.same(findGalleries('no [galleries] here'), [])
  t.same(
    findGalleries(
      '[gallery][gallery ids="1,2" link=file] [gallery-x ids="3"] [caption][gallery columns=\'2\' /][/caption]',
    ),
    [{}, { ids: '1,2', link: 'file' }, { columns: '2' }],
  )
  t.end()
})

const blocks = createBlockRegistry()

t.test('a gallery shows what the site returns', t => {
  const shortcodes = createShortcodeRegistry({ shortcodes: coreShortcodes })
  const uses: GalleryUse[] = []
  const galleries = (use: GalleryUse) => {
    uses.push(use)
    return '<div>"images"</div>\n'
  }
  const text = '[gallery ids="1,2"]\n\n[[gallery]] and [gallery]'
  t.equal(
    renderContent(text, { blocks, shortcodes, galleries, postId: 7 }),
    '<div>"images"</div>\n\n<p>[gallery] and <div>"images"</div>\n</p>\n',
  )
  t.same(uses, [
    { named: { ids: '1,2' }, postId: 7, number: 1 },
    { named: {}, postId: 7, number: 2 },
  ])
  t.equal(renderContent(text, { blocks, shortcodes }), '\n<p>[gallery] and </p>\n', 'nothing if none were loaded')
  shortcodes.register('gallery', () => 'mine')
  t.equal(
    renderContent('[gallery]', { blocks, shortcodes, galleries }),
    'mine\n',
    'a shortcode of the site comes first',
  )
  t.end()
})
