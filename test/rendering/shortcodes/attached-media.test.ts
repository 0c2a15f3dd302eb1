import {
  type AttachedMediaUse,
  coreShortcodes,
  createBlockRegistry,
  createShortcodeRegistry,
  findAttachedMedia,
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

t.test('the players of a text that name no file', t => {
  const texts: readonly (readonly [text: string, kinds: readonly string[]])[] = [
    ['no [audios] here', []],
    ['[audio]', ['audio']],
    ['[caption][video loop="1" /][/caption] [audio]x[/audio]', ['video', 'audio']],
    ['[audio src="a.txt"] [video webm="a.webm"] [audio mp3="a.MP3"]', []],
    ['[audio src="" mp3="0"] [video mp3="a.mp3"]', ['audio', 'video']],
    ['[audio mp3="a.ogg"]', ['audio']],
    ['[audio mp3="a.ogg" ogg="b.ogg"]', []],
  ]
  for (const [text, kinds] of texts) t.same([...findAttachedMedia(text)], kinds, text)
  t.end()
})

const attachedMediaBlocks = createBlockRegistry()
const shortcodes = createShortcodeRegistry({ shortcodes: coreShortcodes })

t.test('they play what the site returns', t => {
  const uses: AttachedMediaUse[] = []
  const attachedMedia = (use: AttachedMediaUse) => {
    uses.push(use)
    return use.kind === 'audio' ? 'https://a.example/sound.mp3' : undefined
  }
  const text = '<div>[audio loop="1"]</div>\n<div>[[audio]] [video] [audio src="b.txt"] [video src=""]</div>'
  const player =
    '<audio class="wp-audio-shortcode" id="audio-7-1" loop preload="none" style="width: 100%;" controls="controls">' +
    '<source type="audio/mpeg" src="https://a.example/sound.mp3?_=1" />' +
    '<a href="https://a.example/sound.mp3">https://a.example/sound.mp3</a></audio>'
  const link = '<a class="wp-embedded-audio" href="http://b.txt">b.txt</a>'
  const html = (shown: string) => `<div>${shown}</div>\n<div>[audio]  ${link} </div>\n`
  t.equal(renderContent(text, { blocks: attachedMediaBlocks, shortcodes, attachedMedia, postId: 7 }), html(player))
  t.same(uses, [
    { kind: 'audio', postId: 7 },
    { kind: 'video', postId: 7 },
    { kind: 'video', postId: 7 },
  ])
  t.equal(renderContent(text, { blocks: attachedMediaBlocks, shortcodes }), html(''), 'nothing if none were loaded')
  t.end()
})

t.test('an attached file of an unknown type becomes a link', t => {
  t.equal(
    renderContent('<div>[video]</div>', {
      blocks: attachedMediaBlocks,
      shortcodes,
      attachedMedia: () => 'https://a.example/v.avi',
    }),
    '<div><a class="wp-embedded-video" href="https://a.example/v.avi">https://a.example/v.avi</a></div>\n',
  )
  t.end()
})
