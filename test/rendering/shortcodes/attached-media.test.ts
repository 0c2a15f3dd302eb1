import {
  type AttachedMediaUse,
  coreShortcodes,
  createBlockRegistry,
  createShortcodeRegistry,
  findAttachedMedia,
  renderContent,
} from '@platen/rendering'
import t from 'tap'

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

const blocks = createBlockRegistry()
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
  t.equal(renderContent(text, { blocks, shortcodes, attachedMedia, postId: 7 }), html(player))
  t.same(uses, [
    { kind: 'audio', postId: 7 },
    { kind: 'video', postId: 7 },
    { kind: 'video', postId: 7 },
  ])
  t.equal(renderContent(text, { blocks, shortcodes }), html(''), 'nothing if none were loaded')
  t.end()
})

t.test('an attached file of an unknown type becomes a link', t => {
  t.equal(
    renderContent('<div>[video]</div>', { blocks, shortcodes, attachedMedia: () => 'https://a.example/v.avi' }),
    '<div><a class="wp-embedded-video" href="https://a.example/v.avi">https://a.example/v.avi</a></div>\n',
  )
  t.end()
})
