import { postsIn } from '@platen/site'
import t from 'tap'
import { mediaSite, painted } from '../../features/media/media-site.js'
import { countingSite, recordOf } from '../../features/posts/counting-site.js'

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
