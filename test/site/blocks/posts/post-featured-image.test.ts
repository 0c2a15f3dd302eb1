import t from 'tap'
import { mediaSite, painted } from '../../features/media/media-site.js'

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
