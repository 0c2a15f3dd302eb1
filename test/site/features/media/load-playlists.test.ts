import { createRecordingReader } from '@platen/media'
import t from 'tap'
import * as sample from '../../../media/sample-recordings.js'
import { onEveryStore } from '../../every-store.js'
import { type MediaSite, mediaSite, painted } from './media-site.js'

const recordings = createRecordingReader()
const frames = [sample.textFrame('TPE1', 'The Band'), sample.pictureFrame(painted({ width: 400, height: 300 }))]
const sound = Buffer.concat([sample.id3Tag(frames), sample.mpegSound(12)])

const song = (made: MediaSite, name: string, values: object = {}) =>
  made.site.content.media.create({ name: `${name}.mp3`, bytes: sound, ...values }, { as: made.site.system })

const post = (made: MediaSite, content: string, status = 'publish') =>
  made.site.content.posts.create({ title: 'P', status, content }, { as: made.site.system })

async function shown(made: MediaSite, id: number, as = 'anonymous'): Promise<string> {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return (body as { content: { rendered: string } }).content.rendered
}

interface Track {
  readonly title: string
  readonly image?: { readonly src: string; readonly width: number }
}

/** The tracks of the first playlist, as the script of a page reads them. */
function tracksIn(html: string): readonly Track[] {
  const [, json = '{"tracks":[]}'] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return (JSON.parse(json) as { tracks: Track[] }).tracks
}

onEveryStore(t, 'a playlist has the files that its reader may see, with their covers', async (t, make) => {
  const made = await mediaSite({ recordings }, {}, make)
  const draft = await post(made, 'x', 'draft')
  const [open, hidden] = [await song(made, 'open'), await song(made, 'hidden', { attachedTo: draft.id })]
  const { id } = await post(made, `[playlist ids="${hidden.id},${open.id},${draft.id},999999"]`)
  t.match(tracksIn(await shown(made, id)), [
    {
      title: 'open',
      meta: { artist: 'The Band' },
      image: { src: /image\.png$/, width: 400, height: 300 },
      thumb: { src: /-150x150\.png$/, width: 150, height: 150 },
    },
  ])
  t.same(
    tracksIn(await shown(made, id, 'administrator')).map(({ title }) => title),
    ['hidden', 'open'],
  )
})

t.test('texts of a file cannot end the script', async t => {
  const made = await mediaSite({ recordings })
  const { id: file } = await song(made, 'a', {
    title: '</script><b>T</b>',
    excerpt: '<!-- <script>',
    content: '</SCRIPT>',
  })
  const html = await shown(made, (await post(made, `[playlist ids="${file}"]`)).id)
  t.match(tracksIn(html), [{ title: '</script><b>T</b>', caption: '<!-- <script>', description: '</SCRIPT>' }])
  t.notMatch(html, '<b>')
})

t.test('many playlists do not make endless HTML', async t => {
  const made = await mediaSite({ recordings })
  const { id: file } = await song(made, 'a', { content: 'd'.repeat(20_000) })
  const html = await shown(made, (await post(made, `[playlist ids="${file}"]`.repeat(5000))).id)
  t.ok(html.length > 1_000_000)
  t.ok(html.length < 10_000_000)
})
