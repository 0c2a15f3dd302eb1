import { createMemoryStorage, createSharpImages } from '@platen/media'
import { postsIn, termsIn } from '@platen/site'
import sharp from 'sharp'
import t from 'tap'
import { recordedSite } from '../site/blocks/recorded-site.js'
import { EVERY_BLOCK } from '../site/blocks/used-blocks.js'
import { mediaSite, painted } from '../site/features/media/media-site.js'
import { recordOf } from '../site/features/posts/counting-site.js'
import { makeSite } from '../site/make-site.js'
import { markupComplaint, policies } from './judge-markup.js'

const use = (name: string, attributes: object = {}): string => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
const around = (name: string, attributes: object, inner: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`

const PARTS = ['title', 'content', 'excerpt', 'date', 'author', 'terms', 'time-to-read', 'comments-form']
  .map(part => use(`post-${part}`, { term: 'category' }))
  .join('')
const COMMENTS = around(
  'comments',
  {},
  use('comments-title') + around('comment-template', {}, use('comment-content') + use('comment-author-name')),
)
const loop = (query: object): string =>
  around(
    'query',
    { query: { perPage: 100, postType: 'post', inherit: false, ...query } },
    around('post-template', {}, PARTS + COMMENTS),
  )

/** Queries that try to find more than the published posts. */
const QUERIES: readonly object[] = [
  {},
  { search: 'kanar' },
  { orderBy: 'title', order: 'asc' },
  { sticky: 'only' },
  { sticky: '' },
  { postType: 'page' },
  { postType: 'attachment' },
  { postType: 'revision' },
  { postType: 'any' },
  { postType: 'wp_block' },
  { postType: ['post', 'revision'] },
  { status: 'draft', post_status: 'any', include: [1, 2, 3, 4, 5, 6, 7, 8] },
]
const CONTENT = QUERIES.map(loop).join('') + use('latest-comments', { commentsToShow: 100, displayContent: 'full' })

/** A restricted record: its word, and the roles that may see it in a list. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  'kanar-private': ['editor', 'administrator'],
  'kanar-private-comment': ['editor', 'administrator'],
  'kanar-draft': [],
  'kanar-protected': [],
  'kanar-protected-comment': [],
  'kanar-held': [],
  'kanar-spam': [],
  'kanar-note': [],
}

t.test('blocks about posts show nobody what they may not read', async t => {
  const { send } = await makeSite()
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: made } = await send(`POST /${path}`, { body })
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(made)}`)
    return (made as { readonly id: number }).id
  }
  const post = (title: string, body: object) => create('posts', { title, content: title, excerpt: title, ...body })
  const comment = (to: number, content: string, body: object = {}) =>
    create('comments', { post: to, content, author_name: content, author_email: 'a@example.com', ...body })
  const open = await post('Open', { status: 'publish', sticky: true })
  await comment(open, 'seen')
  await comment(open, 'kanar-held', { status: 'hold' })
  await comment(open, 'kanar-spam', { status: 'spam' })
  await comment(open, 'kanar-note', { type: 'note' }).catch(() => undefined)
  const hidden = await post('kanar-private', { status: 'private' })
  await comment(hidden, 'kanar-private-comment')
  await post('kanar-draft', { status: 'draft' })
  await post('kanar-draft', { status: 'future', date: '2099-01-01T00:00:00' })
  const locked = await create('posts', {
    title: 'Locked',
    content: 'kanar-protected',
    excerpt: 'kanar-protected',
    status: 'publish',
    password: 'pw',
  })
  await comment(locked, 'kanar-protected-comment')
  const page = await create('pages', { title: 'Loops', content: CONTENT, status: 'publish' })
  for (const as of ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']) {
    const { body } = await send(`GET /pages/${page}`, { as })
    const html = (body as { readonly content: { readonly rendered: string } }).content.rendered
    t.match(html, 'seen', as)
    for (const [word, roles] of Object.entries(SECRETS)) {
      const shows = new RegExp(`${word}(?![\\w-])`).test(html)
      if (!roles.includes(as)) t.notOk(shows, `${word} for ${as}`)
    }
  }
  const { body } = await send(`GET /pages/${page}`, { as: 'administrator' })
  t.match((body as { readonly content: { readonly rendered: string } }).content.rendered, 'kanar-private')
})

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

const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>< a onclick=alert(3)>'
const EXIF = {
  IFD0: { Artist: SCRIPT, Copyright: SCRIPT, ImageDescription: SCRIPT, Model: SCRIPT, Make: SCRIPT, Software: SCRIPT },
  IFD2: { UserComment: SCRIPT, LensModel: SCRIPT },
}

interface Media {
  readonly id: number
  readonly [field: string]: unknown
}

/** All texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

for (const as of ['administrator', 'author']) {
  t.test(`the notes in an image that an ${as} uploads run no script`, async t => {
    const media = { storage: createMemoryStorage({ url: 'https://site.example/files' }), images: createSharpImages() }
    const { site, send } = await makeSite({ media })
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
      .withExif(EXIF)
      .jpeg()
      .toBuffer()
    t.ok(bytes.includes('onerror'), 'they are in the file')
    const form = { fields: [], files: [{ field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes }] }
    const body = { kind: 'multipart', form } as const
    const uploaded = await site.dispatch({ method: 'POST', path: '/cms/v2/media', headers: { 'x-as': as }, body })
    t.equal(uploaded.status, 201)
    const { id, source_url: src } = JSON.parse(uploaded.text()) as Media
    const edit = { src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }
    const edited = await send(`POST /media/${id}/edit`, { as, body: edit })
    t.equal(edited.status, 201)
    const answers = [uploaded, edited, await send(`GET /media/${id}?context=edit`), await send('GET /media')]
    for (const answer of answers) {
      const texts = textsIn(JSON.parse(answer.text()))
      t.ok(
        texts.some(text => text.includes('<img src="x">')),
        'what is allowed stays',
      )
      for (const text of texts) t.equal(markupComplaint(text, policies.content), undefined, text)
    }
  })
}

interface Shown {
  readonly content: { readonly rendered: string }
  readonly meta: Readonly<Record<string, string>>
}

const notes = JSON.stringify([{ id: 'a1', content: 'kanarnote' }])

t.test('the footnotes of a post need the password of its content', async t => {
  const { send } = await makeSite({
    register: site => site.registerMeta({ object: 'post', key: 'mood', type: 'string', single: true }),
  })
  const body = {
    title: 'Locked',
    status: 'publish',
    password: 'pw',
    content: '<p>a<sup data-fn="a1"></sup></p><!-- wp:footnotes /-->',
    meta: { footnotes: notes, mood: 'calm' },
  }
  const { id } = (await send('POST /posts', { body })).body as { readonly id: number }
  const shown = async (query: string, as: string) =>
    (await send(`GET /posts/${id}?_fields=meta,content${query}`, { as })).body as Shown
  for (const as of ['anonymous', 'subscriber', 'administrator']) {
    const { meta, content } = await shown('', as)
    t.same([meta.footnotes, meta.mood, content.rendered], ['', 'calm', ''], as)
    const opened = await shown('&password=pw', as)
    t.equal(opened.meta.footnotes, notes, `${as}, with the password`)
    t.match(opened.content.rendered, /<ol class="wp-block-footnotes".*kanarnote/, `${as}, with the password`)
  }
  t.notMatch((await send('GET /posts?_fields=meta', { as: 'anonymous' })).text(), 'kanarnote')
  t.equal((await shown('&context=edit', 'editor')).meta.footnotes, notes, 'an editor')
  const changed = await send(`POST /posts/${id}`, { as: 'editor', body: { meta: { footnotes: '[]' } } })
  t.equal((changed.body as Shown).meta.footnotes, '[]', 'in response to a change')
})

// Every record that not everybody may read has a word of its own; what blocks show to anonymous readers has none of them.
const WORD = /kanar\w*/g
const made = await recordedSite({
  register: site => {
    site.registerTaxonomy('clearance', { objectTypes: ['post'], restricted: true })
    site.registerTaxonomy('internal', { objectTypes: ['post'], public: false })
    site.registerPostType('memo', { public: false })
  },
})
const { store, send, ids } = made

for (const [index, status] of ['draft', 'pending', 'private', 'future', 'trash', 'auto-draft'].entries())
  for (const type of ['post', 'page', 'wp_navigation', 'memo']) {
    const content = `<!-- wp:navigation-link {"label":"kanarlink${status}","url":"/kanarurl"} /-->`
    const date = `20${30 + index}-0${index + 1}-01T00:00:00`
    await postsIn(store).insert(
      recordOf(`kanarslug-${type}-${status}`, {
        type,
        status,
        title: `kanar${type}${status}`,
        content,
        date,
        dateGmt: date,
      }),
    )
  }
for (const type of ['wp_navigation', 'post']) {
  const content = '<!-- wp:navigation-link {"label":"kanarlocked","url":"/x"} /-->kanarlocked'
  await postsIn(store).insert(
    recordOf(`locked-${type}`, { type, title: 'Locked', password: 'x', content, excerpt: 'kanarexcerpt' }),
  )
}
for (const taxonomy of ['clearance', 'internal', 'nav_menu'])
  await termsIn(store).insert({
    taxonomy,
    name: `kanar${taxonomy}`,
    slug: `kanarslug${taxonomy}`,
    description: `kanartext${taxonomy}`,
    parent: 0,
    group: 0,
    count: 7,
  })

const hidden = (await postsIn(store).find({})).records.filter(({ title }) => /kanar|Secret/.test(title))
/** Further uses, which name what is hidden. */
const NAMED = [
  ...['clearance', 'internal', 'nav_menu', 'unknown'].flatMap(taxonomy => [
    `<!-- wp:categories {"taxonomy":"${taxonomy}","showEmpty":true,"showPostCounts":true} /-->`,
    `<!-- wp:categories {"taxonomy":"${taxonomy}","showEmpty":true,"displayAsDropdown":true} /-->`,
    `<!-- wp:tag-cloud {"taxonomy":"${taxonomy}","showTagCounts":true} /-->`,
    `<!-- wp:terms-query {"termQuery":{"taxonomy":"${taxonomy}","hideEmpty":false}} --><div><!-- wp:term-template --><!-- wp:term-name /--><!-- wp:term-description /--><!-- wp:term-count /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->`,
  ]),
  ...hidden.flatMap(({ id, type }) => [
    `<!-- wp:navigation {"ref":${id}} /-->`,
    `<!-- wp:page-list {"parentPageID":${id}} /-->`,
    `<!-- wp:navigation-link {"label":"kanarlabel","kind":"post-type","type":"${type}","id":${id}} /-->`,
    `<!-- wp:navigation-submenu {"label":"kanarlabel","kind":"post-type","type":"${type}","id":${id}} /-->`,
  ]),
  ...['alpha', 'postbypost', 'daily', 'weekly', 'yearly'].map(
    type => `<!-- wp:archives {"type":"${type}","showPostCounts":true} /-->`,
  ),
  ...[2018, 2019, 2030, 2031, 2032].map(year => `<!-- wp:calendar {"year":${year},"month":1} /-->`),
]

t.test('no block shows what a reader may not read', async t => {
  const uses = [...Object.values(EVERY_BLOCK), ...NAMED].map(block =>
    block.replaceAll('MENU', String(ids.get('menu'))).replaceAll('PAGE', String(ids.get('page'))),
  )
  for (const use of uses) {
    const { id } = await postsIn(store).insert(recordOf('shown', { content: use, parent: hidden[0]?.id ?? 0 }))
    const { body } = await send(`GET /posts/${id}?_fields=content`, { as: 'anonymous' })
    const html = (body as { content: { rendered: string } }).content.rendered
    t.same(
      [...html.matchAll(WORD), ...html.matchAll(/Secret\w*/g)].map(([word]) => word),
      [],
      use,
    )
    // Dates of what is not published are those of no archive.
    t.notMatch(html, /\/20(?:18|19|30|31|32|33|34|35)\//, use)
    await postsIn(store).remove(id)
  }
  t.ok(uses.length > 100)
})
