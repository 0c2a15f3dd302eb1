import t from 'tap'
import { grows } from '../../../growth.js'
import { recordedHtml, recordedSite, renderedBlock } from '../../../site/blocks/recorded-site.js'

/** Ids are our own, and so are the numbers of galleries. */
const stable = (html: string): string =>
  html
    .replace(/(?:image|gallery)-\d+(?=&quot;)/g, 'ID')
    .replace(/data-wp-key="image-\d+"/g, 'data-wp-key="ID"')
    .replace(/wp-block-gallery-\d+/g, 'wp-block-gallery-N')

t.test('images that open in a lightbox match the reference', async t => {
  const made = await recordedSite()
  for (const { content, html } of recordedHtml('lightbox', made.ids))
    t.equal(stable(await renderedBlock(made, content)), stable(html), content)
})

t.test('each image has its own id', async t => {
  const image = (more = '') =>
    `<!-- wp:image {"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="a.jpg"/>${more}</figure><!-- /wp:image -->`
  const html = await renderedBlock(await recordedSite(), image() + image(image()))
  const ids = [...html.matchAll(/data-wp-key="([^"]*)"/g)].map(([, id]) => id)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.length >= 2)
})

t.test('many images take linear time', async t => {
  const image =
    '<!-- wp:image {"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="a.jpg"/></figure><!-- /wp:image -->'
  const made = await recordedSite()
  const images = (count: number) => {
    const content = image.repeat(count)
    return async () => t.equal((await renderedBlock(made, content)).split('lightbox-trigger').length - 1, count)
  }
  t.equal(await grows(images, 2_500), undefined)
})
