import { createRecordingReader } from '@platen/media'
import { postsIn } from '@platen/site'
import t from 'tap'
import * as sample from '../../media/sample-recordings.js'
import { mediaSite, painted } from '../features/media/media-site.js'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite } from '../make-site.js'

const made = await mediaSite()
const { posts, media } = made.site.content
const as = made.site.system
const bytes = painted({ width: 1600, height: 1200 })
const photo = await media.create({ name: 'photo.png', bytes }, { as })
await made.send(`PUT /media/${photo.id}`, { body: { alt_text: 'A "photo"' } })

const INNER = '<div class="wp-block-cover__inner-container"></div>'
const cover = (attributes: object) =>
  `<!-- wp:cover ${JSON.stringify({ useFeaturedImage: true, ...attributes })} --><div class="wp-block-cover">${INNER}</div><!-- /wp:cover -->`
const beside = (attributes: object) =>
  `<!-- wp:media-text ${JSON.stringify({ useFeaturedImage: true, ...attributes })} --><div><figure class="m"></figure></div><!-- /wp:media-text -->`

async function shown(content: string, featuredMedia = photo.id, more: object = {}): Promise<string> {
  const { id } = await posts.create({ title: 'Pictured', status: 'publish', content, featuredMedia, ...more }, { as })
  const answer = await made.send(`GET /posts/${id}?_fields=content`, { as: 'administrator' })
  return (answer.body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('a cover shows the featured image behind its blocks', async t => {
  const html = await shown(cover({ focalPoint: { x: 0.2, y: 0.345 } }))
  t.match(
    html,
    /^<div class="wp-block-cover[^"]*"><img loading="lazy" decoding="async" width="1600" height="1200" src="[^"]*photo\.png" /,
  )
  t.match(
    html,
    / class="wp-block-cover__image-background wp-post-image" alt="A &quot;photo&quot;" data-object-fit="cover" /,
  )
  t.match(html, / data-object-position="20% 35%" style="object-position:20% 35%;" srcset=/)
  t.match(html, /\/><div class="wp-block-cover__inner-container/)
})

t.test('a cover whose image does not scroll or is repeated has it as a background', async t => {
  const html = await shown(cover({ hasParallax: true, isRepeated: true, sizeSlug: 'medium' }))
  t.match(
    html,
    /<div aria-label="A &quot;photo&quot;" class="wp-block-cover__image-background wp-image-\d+ has-parallax is-repeated" role="img" /,
  )
  t.match(
    html,
    / style="background-position:50% 50%;background-image:url\([^)]*photo-300x225\.png\);"><\/div><div class="wp-block/,
  )
})

t.test('media and text show the featured image', async t => {
  t.match(
    await shown(beside({ imageFill: true, focalPoint: { x: 0, y: 1 }, mediaSizeSlug: 'thumbnail' })),
    /<figure {2}class="m"><img [^>]*width="150" [^>]*style="object-position:0% 100%;" class="wp-image-\d+ size-thumbnail"/,
  )
})

t.test('without an image they are as they were saved', async t => {
  for (const content of [cover({}), beside({})]) {
    t.notMatch(await shown(content, 0), /<img/)
    t.notMatch(await shown(content, 99_999), /<img/)
    t.notMatch(await shown(content.replace('"useFeaturedImage":true', '"useFeaturedImage":false')), /<img/)
  }
  t.notMatch(await shown(cover({ focalPoint: 'x', sizeSlug: 5 }).replace(INNER, '')), /<img/)
})

t.test('a list costs as many statements however many posts have covers', async t => {
  const counting = await countingSite(t)
  for (let number = 0; number < 20; number++)
    await postsIn(counting.store).insert(recordOf(`post-${number}`, { content: cover({}) + beside({}) }))
  const one = await counting.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await counting.statements('GET /posts?per_page=20', 'anonymous'), one)
})

const LINK = 'https://site.example/2019/03/04/main/'
const img = (style: string, more: { alt?: string; classes?: string } = {}): string =>
  `<img loading="lazy" decoding="async" width="300" height="200" src="{src}" class="${more.classes ?? 'attachment-post-thumbnail size-post-thumbnail'} wp-post-image" alt="${more.alt ?? 'Alt &quot;x&quot; &amp; y'}" style="${style}" />`
const overlay = (classes: string, style: string): string =>
  `<span class="wp-block-post-featured-image__overlay ${classes}" style="${style}" aria-hidden="true"></span>`
const figure = (html: string, align = ''): string =>
  `<figure class="${align}wp-block-post-featured-image">${html}</figure>`

/** Attributes, and what the reference server shows for them. */
const CASES: readonly (readonly [object, string])[] = [
  [{}, figure(img('object-fit:cover;'))],
  [{ height: '30px' }, figure(img('height:30px;object-fit:cover;'))],
  [{ width: '30px' }, figure(img('height:auto;width:30px;object-fit:cover;'))],
  [
    { aspectRatio: '16/9', width: '100px', height: '50px', scale: 'contain' },
    figure(img('aspect-ratio:16/9;width:100%;height:50px;width:100px;object-fit:contain;')),
  ],
  [{ aspectRatio: 'auto', width: '10px;x:url(1)' }, figure(img('width:100%;height:auto;width:10px;object-fit:cover;'))],
  [{ scale: 'x y', height: '3px' }, figure(img('height:3px;object-fit:x y;'))],
  [
    { isLink: true },
    figure(
      `<a href="${LINK}" target="_self" >${img('object-fit:cover;', { alt: 'Main &#038; &#8220;q&#8221; b' })}</a>`,
    ),
  ],
  [
    { overlayColor: 'red', dimRatio: 50 },
    figure(img('object-fit:cover;') + overlay('has-background-dim has-background-dim-50 has-red-background-color', '')),
  ],
  [
    {
      customOverlayColor: '#123',
      dimRatio: 33,
      gradient: 'g',
      borderColor: 'b',
      style: { border: { radius: '3px' }, shadow: '1px 1px red' },
    },
    figure(
      img('border-radius:3px;object-fit:cover;box-shadow:1px 1px red;', {
        classes: 'has-border-color has-b-border-color',
      }) +
        overlay(
          'has-border-color has-b-border-color has-background-dim has-background-dim-33 has-background-gradient has-g-gradient-background',
          'border-radius:3px;background-color: #123',
        ),
    ),
  ],
  [
    { customGradient: 'linear-gradient(1deg,red,blue)', dimRatio: 40, align: 'wide' },
    figure(
      img('object-fit:cover;') +
        overlay(
          'has-background-dim has-background-dim-40 has-background-gradient',
          'background-image: linear-gradient(1deg,red,blue)',
        ),
      'alignwide ',
    ),
  ],
]

t.test('the featured image of a post', async t => {
  const { site, send } = await mediaSite()
  const bytes = painted({ width: 300, height: 200 })
  const image = await site.content.media.create(
    { name: 'soup.png', bytes, alt: 'Alt "x" & y', sizes: false },
    { as: site.system },
  )
  const { body } = await send(`GET /media/${image.id}`)
  const { source_url: src } = body as { readonly source_url: string }
  const post = { title: 'Main & "q" <b>b</b>', slug: 'main', status: 'publish', date: '2019-03-04T05:06:07' }
  const { id } = (await send('POST /posts', { body: { ...post, content: 'x', featured_media: image.id } })).body as {
    readonly id: number
  }
  for (const [attributes, expected] of CASES) {
    const content = `<!-- wp:post-featured-image ${JSON.stringify(attributes)} /-->`
    await send(`POST /posts/${id}`, { body: { content } })
    const shown = (await send(`GET /posts/${id}`, { as: 'anonymous' })).body as {
      readonly content: { readonly rendered: string }
    }
    t.equal(shown.content.rendered.trim(), expected.replace('{src}', src), JSON.stringify(attributes))
  }
})

const SHAPE = '<path d="M0 0h1v1H0z" />'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${SHAPE}</svg>`
const REST = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${SHAPE}</svg></div>`

/** What the attributes of the block make of the wrapper and of the drawing. */
const ICON_CASES: readonly [attributes: object, wrapper: string, drawing: string][] = [
  [{}, 'class="wp-block-icon"', 'aria-hidden="true" focusable="false"'],
  [
    { flipHorizontal: true },
    'class="wp-block-icon"',
    'class="is-flip-horizontal" aria-hidden="true" focusable="false"',
  ],
  [
    { rotation: 45.5, flipHorizontal: true, flipVertical: true },
    'class="wp-block-icon"',
    'class="is-flip-horizontal is-flip-vertical" style="rotate: 45deg;" aria-hidden="true" focusable="false"',
  ],
  [{ rotation: 0.4 }, 'class="wp-block-icon"', 'aria-hidden="true" focusable="false"'],
  [{ rotation: -90 }, 'class="wp-block-icon"', 'style="rotate: -90deg;" aria-hidden="true" focusable="false"'],
  [{ ariaLabel: 'A "plus" <b>' }, 'class="wp-block-icon"', 'aria-label="A &quot;plus&quot; &lt;b&gt;" role="img"'],
  [
    { align: 'center', className: 'x y', anchor: 'here' },
    'class="aligncenter x y wp-block-icon" id="here"',
    'aria-hidden="true" focusable="false"',
  ],
  [
    { textColor: 'primary', backgroundColor: 'accent-1', borderColor: 'contrast', rotation: 90, flipVertical: true },
    'class="wp-block-icon"',
    'style="color:var(--wp--preset--color--primary);background-color:var(--wp--preset--color--accent-1); rotate: 90deg;" aria-hidden="true" class="has-text-color has-primary-color has-background has-accent-1-background-color has-border-color has-contrast-border-color is-flip-vertical" focusable="false"',
  ],
  [
    {
      style: {
        color: { text: '#ff0000', background: '#00ff00', gradient: 'linear-gradient(red,blue)' },
        border: { width: '2px', style: 'solid', color: '#123456', radius: '4px' },
        spacing: { padding: { top: '1px', left: '2px' }, margin: { top: '3px', bottom: '4px' } },
        dimensions: { width: '48px', height: '5px' },
      },
    },
    'style="margin-top:3px;margin-bottom:4px" class="wp-block-icon"',
    'style="color:#ff0000;background-color:#00ff00;border-color:#123456;border-radius:4px;border-style:solid;border-width:2px;width:48px;padding-top:1px;padding-left:2px;" aria-hidden="true" class="has-text-color has-background has-border-color" focusable="false"',
  ],
]

t.test('icons in content', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerIconCollection('garden', { label: 'Garden' })
      site.registerIcon('garden/rose', { svg })
    },
  })
  const rendered = async (attributes: object) => {
    const content = `<!-- wp:icon ${JSON.stringify(attributes)} /-->`
    const { body } = await send('POST /posts', { body: { title: 'x', content, status: 'publish' } })
    return (body as { content: { rendered: string } }).content.rendered.trim()
  }
  for (const [attributes, wrapper, drawing] of ICON_CASES)
    t.equal(
      await rendered({ icon: 'garden/rose', ...attributes }),
      `<div ${wrapper}><svg ${drawing} ${REST}`,
      JSON.stringify(attributes),
    )
  for (const icon of ['garden/none', 'rose', '', 5, undefined]) t.equal(await rendered({ icon }), '', String(icon))
  t.match(await rendered({ icon: 'core/plus' }), '<svg aria-hidden="true"')
})

const playlistMade = await mediaSite({ recordings: createRecordingReader() })
const { posts: playlistPosts, media: playlistMedia } = playlistMade.site.content
const asPlaylist = playlistMade.site.system

const tag = sample.id3Tag([sample.textFrame('TPE1', 'Ann & Bob')])
const song = await playlistMedia.create(
  { name: 'song.mp3', bytes: Buffer.concat([tag, sample.mpegSound(600)]) },
  { as: asPlaylist },
)
const tone = await playlistMedia.create({ name: 'tone.wav', bytes: sample.wave(65) }, { as: asPlaylist })
const secret = await playlistPosts.create({ title: 'Secret', status: 'private' }, { as: asPlaylist })
const hidden = await playlistMedia.create(
  { name: 'hidden.wav', bytes: sample.wave(1), attachedTo: secret.id },
  { as: asPlaylist },
)

const track = (attributes: object) => `<!-- wp:playlist-track ${JSON.stringify(attributes)} /-->`
const list = (tracks: string, attributes: object = {}) =>
  `<!-- wp:playlist ${JSON.stringify(attributes)} --><figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist">${tracks}</ol><figcaption>Songs</figcaption></figure><!-- /wp:playlist -->`

async function playlistShown(content: string, caller = 'anonymous'): Promise<string> {
  const { id } = await playlistPosts.create({ title: 'Songs', status: 'publish', content }, { as: asPlaylist })
  const answer = await playlistMade.send(`GET /posts/${id}?_fields=content`, { as: caller })
  return (answer.body as { content: { rendered: string } }).content.rendered.trim()
}

const source = (id: number) =>
  playlistMade
    .send(`GET /media/${id}?_fields=source_url`)
    .then(({ body }) => String((body as { source_url: string }).source_url))

t.test('tracks are links to their files, below a player of the first', async t => {
  const [first, second] = [await source(song.id), await source(tone.id)]
  const html = await playlistShown(
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
  const html = await playlistShown(list(track(elsewhere)))
  t.match(
    html,
    '<a class="wp-block-playlist-track__title" href="https://a.example/b.mp3?x=1&#038;y=2">b.mp3?x=1&amp;y=2</a>',
  )
  t.match(html, '<img class="wp-block-playlist-track__image" src="https://a.example/c.png" alt="A &quot;c&quot;" ')
  const plain = await playlistShown(list(track(elsewhere), { showImages: false, showArtists: false }))
  t.notMatch(plain, '<img')
  t.notMatch(plain, 'track__artist')
})

t.test('nothing is shown of tracks without a file, and of playlists without a track', async t => {
  t.equal(await playlistShown(list('')), '')
  t.equal(await playlistShown(list(track({}) + track({ id: 99_999 }) + track({ src: 'javascript:alert(1)' }))), '')
  t.equal(await playlistShown('<!-- wp:playlist /-->'), '')
})

t.test('attachments that the reader may not read stay hidden', async t => {
  const content = list(track({ id: hidden.id }))
  t.equal(await playlistShown(content), '')
  t.match(await playlistShown(content, 'administrator'), 'hidden.wav')
})
