import t from 'tap'
import { mediaSite, painted } from '../site/features/media/media-site.js'

const BLOCKS = [
  '<!-- wp:post-featured-image /-->',
  '<!-- wp:cover {"useFeaturedImage":true} --><div class="wp-block-cover"><div class="wp-block-cover__inner-container"></div></div><!-- /wp:cover -->',
  '<!-- wp:media-text {"useFeaturedImage":true} --><div class="wp-block-media-text"><figure class="wp-block-media-text__media"></figure></div><!-- /wp:media-text -->',
  '<!-- wp:latest-posts {"displayFeaturedImage":true} /-->',
]

t.test('a featured image that a reader may not read is not shown, whoever chose it', async t => {
  const { send, upload } = await mediaSite()
  const create = async (body: object, as: string): Promise<number> =>
    ((await send('POST /posts', { as, body })).body as { readonly id: number }).id
  const draft = await create({ title: 'Secret', status: 'draft' }, 'editor')
  const { id: image } = (await upload('kanarfile.png', painted({ width: 300, height: 200 }), { as: 'editor' }))
    .body as { readonly id: number }
  await send(`POST /media/${image}`, { as: 'editor', body: { alt_text: 'kanaralt', post: draft } })
  const content = BLOCKS.join('')
  const own = await create({ title: 'Own', content, featured_media: image }, 'contributor')
  const open = await create({ title: 'Open', content, featured_media: image, status: 'publish' }, 'editor')
  const html = async (id: number, as: string) =>
    ((await send(`GET /posts/${id}?_fields=content`, { as })).body as { content: { rendered: string } }).content
      .rendered
  t.notMatch(await html(own, 'contributor'), 'kanar', 'its author')
  for (const as of ['anonymous', 'subscriber', 'contributor']) t.notMatch(await html(open, as), 'kanar', as)
  t.equal((await html(open, 'editor')).match(/kanarfile/g)?.length, 4, 'an editor sees all of them')
})
