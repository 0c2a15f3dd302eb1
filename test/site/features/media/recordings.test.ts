import { RestError } from '@platen/core'
import { createRecordingReader } from '@platen/media'
import { metaIn, postsIn, type Site } from '@platen/site'
import type { RecordingFacts } from '@platen/site/media'
import t from 'tap'
import * as sample from '../../../media/sample-recordings.js'
import { onEveryStore } from '../../every-store.js'
import { bytesOf, mediaSite, namesIn, painted } from './media-site.js'

const MEDIA = '/cms/v2/media'
const recordings = createRecordingReader()
const COVER = painted({ width: 400, height: 300 })
const withTag = (...frames: readonly Buffer[]) => Buffer.concat([sample.id3Tag(frames), sample.mpegSound(12)])

const DETAILS: readonly (readonly [name: string, bytes: Buffer, expected: object])[] = [
  [
    'sound.mp3',
    withTag(sample.textFrame('TIT2', 'A tone'), sample.textFrame('TRCK', '3/9')),
    {
      dataformat: 'mp3',
      channels: 2,
      sample_rate: 44_100,
      bitrate: 128_000,
      channelmode: 'stereo',
      bitrate_mode: 'cbr',
      lossless: false,
      encoder_options: 'CBR128',
      compression_ratio: 128_000 / (44_100 * 2 * 16),
      fileformat: 'mp3',
      mime_type: 'audio/mpeg',
      length: 0,
      length_formatted: '0:00',
      title: 'A tone',
      track_number: '3',
      totaltracks: '9',
    },
  ],
  [
    'beep.wav',
    sample.wave(65),
    {
      dataformat: 'wav',
      bitrate_mode: 'cbr',
      wformattag: 1,
      codec: 'Pulse Code Modulation (PCM)',
      channels: 1,
      sample_rate: 8000,
      bitrate: 64_000,
      bits_per_sample: 8,
      lossless: true,
      channelmode: 'mono',
      compression_ratio: 1,
      fileformat: 'wav',
      mime_type: 'audio/wav',
      length: 65,
      length_formatted: '1:05',
    },
  ],
  [
    'clip.mp4',
    sample.movie({ seconds: 3725, sound: 640 }),
    {
      bitrate: 2,
      width: 320,
      height: 180,
      dataformat: 'quicktime',
      codec: 'H.264/MPEG-4 AVC',
      audio: {
        dataformat: 'mp4',
        codec: 'ISO/IEC 14496-3 AAC',
        channels: 2,
        sample_rate: 44_100,
        bitrate: 640,
        bits_per_sample: 16,
        lossless: false,
        channelmode: 'stereo',
        compression_ratio: 640 / (44_100 * 2 * 16),
      },
      fileformat: 'mp4',
      mime_type: 'video/mp4',
      length: 3725,
      length_formatted: '1:02:05',
      created_timestamp: 1_577_836_800,
    },
  ],
  ['empty.mp4', sample.box('ftyp', bytesOf('mp42')), { fileformat: 'quicktime', mime_type: 'video/quicktime' }],
  ['unknown.mpg', Buffer.from('\0\0\x01\xba', 'latin1'), { mime_type: 'video/mpeg' }],
]

onEveryStore(t, 'media_details describes audio and video', async (t, make) => {
  const made = await mediaSite({ recordings }, {}, make)
  for (const [name, bytes, expected] of DETAILS) {
    const { status, body } = await made.upload(name, bytes)
    t.equal(status, 201)
    const { media_details: details, title, featured_media: image } = body as Record<string, unknown>
    t.same(details, { ...expected, filesize: bytes.length, sizes: {} }, name)
    t.match(title, { raw: name.replace(/\..*/, '') }, 'the title is the name of the file, not that of its tags')
    t.equal(image, 0)
  }
})

t.test('without a reader, the size and the type are known', async t => {
  const { body } = await (await mediaSite()).upload('beep.wav', sample.wave(1))
  t.same((body as { media_details: object }).media_details, {
    filesize: sample.wave(1).length,
    mime_type: 'audio/wav',
    sizes: {},
  })
})

t.test('a file that takes too long to read is stored without its properties', async t => {
  const made = await mediaSite({ recordings: createRecordingReader({ timeLimit: 200 }) })
  const { status, body } = await made.upload('endless.mp3', Buffer.alloc(2_000_000, '\xff\xfb\x90\0\xff', 'latin1'))
  t.equal(status, 201)
  t.same((body as { media_details: object }).media_details, { filesize: 2_000_000, mime_type: 'audio/mpeg', sizes: {} })
})

t.test('tags are safe HTML', async t => {
  const made = await mediaSite({ recordings })
  const { body } = await made.upload(
    'a.mp3',
    withTag(sample.textFrame('TIT2', '<b onclick=x>Bold</b><script>x</script>')),
  )
  t.match(body, { media_details: { title: '<b>Bold</b>x' } })
})

interface Uploaded {
  readonly id: number
  readonly featured_media: number
  readonly source_url: string
}
const uploaded = (answer: { readonly body?: unknown }) => answer.body as Uploaded

onEveryStore(t, 'cover art becomes the featured image', async (t, make) => {
  const made = await mediaSite({ recordings }, {}, make)
  const first = await made.upload('Song.mp3', withTag(sample.pictureFrame(COVER)))
  t.match(first, { status: 201, body: { media_details: { image: { mime: 'image/png', width: 400, height: 300 } } } })
  t.same(namesIn(made.files), [
    'Song-mp3-image-150x150.png',
    'Song-mp3-image-300x225.png',
    'Song-mp3-image.png',
    'Song.mp3',
  ])
  const { featured_media: image } = uploaded(first)
  t.match(await made.site.call('GET', `${MEDIA}/${image}`), {
    body: { title: { rendered: '' }, post: null, mime_type: 'image/png', slug: String(image), date: /^2\d{3}-/ },
  })

  const second = await made.upload('Other.flac', sample.flac(1, COVER))
  t.equal(uploaded(second).featured_media, image, 'the same cover is stored once')
  t.match(second, { body: { media_details: { image: { mime: 'image/png', width: 400, height: 300 } } } })
  t.equal(namesIn(made.files).length, 5)

  const own = uploaded(await made.upload('mine.png', painted({ width: 20, height: 20 })))
  const third = await made.upload('Third.mp3', withTag(sample.pictureFrame(painted({ width: 30, height: 30 }))), {
    query: `featured_media=${own.id}`,
  })
  t.equal(uploaded(third).featured_media, own.id, 'the request takes precedence')
})

t.test('an image of a type that is not accepted is not a cover', async t => {
  const made = await mediaSite({ recordings })
  for (const picture of ['not an image', '<svg onload="x">', '%PDF-1.4']) {
    const { status, body } = await made.upload('Song.mp3', withTag(sample.pictureFrame(bytesOf(picture))))
    t.equal(status, 201)
    t.match(body, { featured_media: 0 })
    t.notMatch(body, { media_details: { image: {} } })
  }
})

onEveryStore(t, 'nothing stays of a cover when the upload fails', async (t, make) => {
  const register = (site: Site) =>
    site.registerField('attachment', 'mood', {
      schema: { type: 'string' },
      set() {
        throw new RestError('not_today', 'Not today.', 409)
      },
    })
  const made = await mediaSite({ recordings }, { register }, make)
  t.equal((await made.upload('a.mp3', withTag(sample.pictureFrame(COVER)), { query: 'mood=bad' })).status, 409)
  t.equal(made.files.size, 0)
  t.equal(await postsIn(made.store).count(), 0)
  t.equal(await metaIn(made.store).count(), 0)
})

t.test('an error of the reader stores nothing', async t => {
  const failing = { read: (): Promise<RecordingFacts | undefined> => Promise.reject(new Error('the disk is gone')) }
  const made = await mediaSite({ recordings: failing }, { onError() {} })
  t.equal((await made.upload('a.mp3', sample.mpegSound(2))).status, 500)
  t.equal(made.files.size, 0)
})

t.test('players have the dimensions of the video, and other files are links', async t => {
  const made = await mediaSite({ recordings })
  const descriptionOf = async (name: string, bytes: Buffer) => {
    const { body } = await made.upload(name, bytes)
    return (body as { description: { rendered: string } }).description.rendered
  }
  t.match(await descriptionOf('small.mp4', sample.movie()), 'width="320" height="180"')
  t.match(
    await descriptionOf('large.mp4', sample.movie({ size: [1920, 1080] })),
    '<div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode"',
  )
  t.match(await descriptionOf('large.mp4', sample.movie({ size: [1920, 1080] })), 'width="640" height="360"')
  t.match(
    await descriptionOf('old.avi', sample.avi(320, 180, 1)),
    /^<a class="wp-embedded-video" href="([^"]+)">\1<\/a>\n$/,
  )
  t.match(await descriptionOf('a.wav', sample.wave(1)), '<audio class="wp-audio-shortcode"')
})
