import { createRecordingReader } from '@platen/media'
import t from 'tap'
import * as sample from '../../../media/sample-recordings.js'
import { mediaSite } from '../../features/media/media-site.js'

const made = await mediaSite({ recordings: createRecordingReader() })
const { posts, media } = made.site.content
const as = made.site.system

const tag = sample.id3Tag([sample.textFrame('TPE1', 'Ann & Bob')])
const song = await media.create({ name: 'song.mp3', bytes: Buffer.concat([tag, sample.mpegSound(600)]) }, { as })
const tone = await media.create({ name: 'tone.wav', bytes: sample.wave(65) }, { as })
const secret = await posts.create({ title: 'Secret', status: 'private' }, { as })
const hidden = await media.create({ name: 'hidden.wav', bytes: sample.wave(1), attachedTo: secret.id }, { as })

const track = (attributes: object) => `<!-- wp:playlist-track ${JSON.stringify(attributes)} /-->`
const list = (tracks: string, attributes: object = {}) =>
  `<!-- wp:playlist ${JSON.stringify(attributes)} --><figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist">${tracks}</ol><figcaption>Songs</figcaption></figure><!-- /wp:playlist -->`

async function shown(content: string, caller = 'anonymous'): Promise<string> {
  const { id } = await posts.create({ title: 'Songs', status: 'publish', content }, { as })
  const answer = await made.send(`GET /posts/${id}?_fields=content`, { as: caller })
  return (answer.body as { content: { rendered: string } }).content.rendered.trim()
}

const source = (id: number) =>
  made
    .send(`GET /media/${id}?_fields=source_url`)
    .then(({ body }) => String((body as { source_url: string }).source_url))

t.test('tracks are links to their files, below a player of the first', async t => {
  const [first, second] = [await source(song.id), await source(tone.id)]
  const html = await shown(
    list(track({ id: song.id, title: 'First &amp; last' }) + track({ id: tone.id, length: '9:99' })),
  )
  t.equal(
    html,
    '<figure class="wp-block-playlist">' +
      `<audio class="wp-block-playlist__player" controls="controls" preload="none" src="${first}"></audio>` +
      '<ol class="wp-block-playlist__tracklist">' +
      `<li class="wp-block-playlist-track"><a class="wp-block-playlist-track__title" href="${first}">First &amp; last</a>` +
      '<span class="wp-block-playlist-track__artist">Ann &amp; Bob</span>' +
      '<span class="wp-block-playlist-track__length">0:16</span></li>' +
      `<li class="wp-block-playlist-track"><a class="wp-block-playlist-track__title" href="${second}">tone</a>` +
      '<span class="wp-block-playlist-track__length">9:99</span></li></ol><figcaption>Songs</figcaption></figure>',
  )
})

t.test('files elsewhere, and images', async t => {
  const elsewhere = {
    src: 'https://a.example/b.mp3?x=1&y=2',
    artist: 'Ann',
    image: 'https://a.example/c.png',
    imageAlt: 'A "c"',
  }
  const html = await shown(list(track(elsewhere)))
  t.match(
    html,
    '<a class="wp-block-playlist-track__title" href="https://a.example/b.mp3?x=1&#038;y=2">b.mp3?x=1&amp;y=2</a>',
  )
  t.match(html, '<img class="wp-block-playlist-track__image" src="https://a.example/c.png" alt="A &quot;c&quot;" ')
  const plain = await shown(list(track(elsewhere), { showImages: false, showArtists: false }))
  t.notMatch(plain, '<img')
  t.notMatch(plain, 'track__artist')
})

t.test('nothing is shown of tracks without a file, and of playlists without a track', async t => {
  t.equal(await shown(list('')), '')
  t.equal(await shown(list(track({}) + track({ id: 99_999 }) + track({ src: 'javascript:alert(1)' }))), '')
  t.equal(await shown('<!-- wp:playlist /-->'), '')
})

t.test('attachments that the reader may not read stay hidden', async t => {
  const content = list(track({ id: hidden.id }))
  t.equal(await shown(content), '')
  t.match(await shown(content, 'administrator'), 'hidden.wav')
})
