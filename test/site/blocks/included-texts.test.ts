import { postsIn, themeOf } from '@platen/site'
import t from 'tap'
import { mediaSite, painted } from '../features/media/media-site.js'
import { countingSite, recordOf } from '../features/posts/counting-site.js'

interface Created {
  readonly id: number
  readonly link: string
  readonly source_url: string
  readonly content: { readonly rendered: string }
}

const loop = (inner: string, query: object = {}): string => {
  const attributes = { query: { postType: 'post', inherit: false, perPage: 5, ...query } }
  const template = `<!-- wp:post-template -->${inner}<!-- /wp:post-template -->`
  return `<!-- wp:query ${JSON.stringify(attributes)} --><div>${template}</div><!-- /wp:query -->`
}

const embedOf = (link: string): string =>
  `<!-- wp:embed {"url":"${link}"} --><figure class="wp-block-embed"><div>\n${link}\n</div></figure><!-- /wp:embed -->`
const paragraphOf = (link: string): string => `<!-- wp:paragraph -->\n<p>${link}</p>\n<!-- /wp:paragraph -->`
const imageOf = ({ id, source_url }: Created): string =>
  `<!-- wp:image {"id":${id}} --><figure class="wp-block-image"><img src="${source_url}" class="wp-image-${id}"/></figure><!-- /wp:image -->`

t.test('texts within others show embeds and images as the content of a post does', async t => {
  const part = '<!-- wp:template-part {"slug":"top"} /-->'
  const theme = (content: string) =>
    themeOf('garden', {
      'style.css': '/* Theme Name: Garden */',
      'templates/index.html': '',
      'parts/top.html': content,
    })
  // The theme's file names the first records of the site.
  const link = 'https://site.example/?p=2'
  const made = await mediaSite({}, { themes: [theme(embedOf(link) + paragraphOf(link))] })
  await made.store.options.set('stylesheet', 'garden')
  const create = async (path: string, body: object): Promise<Created> =>
    (await made.send(`POST /${path}`, { body: { status: 'publish', ...body } })).body as Created
  const bytes = painted({ width: 1600, height: 1200 })
  const image = (await made.upload('photo.png', bytes)).body as Created
  const target = await create('posts', { title: 'Target', content: 'x' })
  t.equal(target.id, 2)
  const shown = embedOf(target.link) + paragraphOf(target.link) + imageOf(image)
  const tag = (await create('tags', { name: 'Listed' })).id
  await create('posts', { title: 'Listed', content: shown, tags: [tag] })
  const pattern = await create('blocks', { title: 'Pattern', content: shown })
  const tagged = { taxQuery: { post_tag: [tag] } }
  const rows: readonly [name: string, content: string, images: number][] = [
    ['its own content', shown, 1],
    ['a synced pattern', `<!-- wp:block {"ref":${pattern.id}} /-->`, 1],
    ['the content of a listed post', loop('<!-- wp:post-content /-->', tagged), 1],
    ['a pattern within a list', loop(`<!-- wp:block {"ref":${pattern.id}} /-->`, tagged), 1],
    ['a template part', part, 0],
  ]
  for (const [name, content, images] of rows) {
    await t.test(name, async t => {
      const { id } = await create('posts', { title: 'Outer', content })
      const { rendered } = ((await made.send(`GET /posts/${id}`, { as: 'anonymous' })).body as Created).content
      t.equal(rendered.split('<blockquote').length - 1, 2, rendered)
      t.match(rendered, '>Target</a>')
      t.equal(rendered.split(' srcset="').length - 1, images)
    })
  }
})

t.test('a list costs as many statements however many of its posts include texts with embeds and images', async t => {
  const { store, statements } = await countingSite(t)
  const target = await postsIn(store).insert(recordOf('target', {}))
  const link = `https://site.example/?p=${target.id}`
  const photo = await postsIn(store).insert(
    recordOf('photo', { type: 'attachment', status: 'inherit', mimeType: 'image/png' }),
  )
  const image = imageOf({
    id: photo.id,
    source_url: 'https://site.example/photo.png',
    link: '',
    content: { rendered: '' },
  })
  for (let number = 0; number < 25; number++) {
    const type = 'cms_block'
    const pattern = await postsIn(store).insert(recordOf(`pattern-${number}`, { type, content: embedOf(link) + image }))
    await postsIn(store).insert(recordOf(`post-${number}`, { content: `<!-- wp:block {"ref":${pattern.id}} /-->` }))
  }
  const one = await statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await statements('GET /posts?per_page=20', 'anonymous'), one)
})
