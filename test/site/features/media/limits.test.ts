import { createHash } from 'node:crypto'
import { createMemoryStore } from '@platen/memory'
import { metaIn, postsIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { bytesOf, mediaSite, painted } from './media-site.js'

t.test('files of a size', async t => {
  const { upload, files } = await mediaSite({ maxBytes: 4 })
  t.equal((await upload('a.txt', bytesOf('four'))).status, 201)
  t.match(await upload('a.txt', bytesOf('more!')), { status: 413, body: { code: 'rest_upload_file_too_big' } })
  t.match(await upload('a.txt', bytesOf('more!'), { form: {} }), {
    status: 413,
    body: { code: 'rest_upload_file_too_big' },
  })
  t.equal(files.size, 1)
})

t.test('a site without a place for files says so', async t => {
  const { upload, send } = await mediaSite({ storage: undefined })
  t.match(await upload('a.txt', bytesOf('x')), { status: 501, body: { code: 'rest_upload_unavailable' } })
  t.match(await upload('a.txt', bytesOf('')), { status: 400, body: { code: 'rest_upload_no_data' } })
  t.match(await send('POST /media', { body: { url: 'https://example.com/a.png' } }), { status: 400 })
  t.match(await send('GET /media'), { status: 200, body: [] })
})

const NO_FILE: readonly (readonly [
  what: string,
  headers: Readonly<Record<string, string>>,
  text: string,
  code: string,
])[] = [
  ['nothing', {}, '', 'rest_upload_no_data'],
  [
    'no type',
    { 'content-type': '', 'content-disposition': 'attachment; filename=a.txt' },
    'x',
    'rest_upload_no_content_type',
  ],
  ['no name', { 'content-disposition': '' }, 'x', 'rest_upload_invalid_disposition'],
]

for (const [what, headers, text, code] of NO_FILE) {
  t.test(`a request with ${what}`, async t => {
    const { upload } = await mediaSite()
    t.match(await upload('a.txt', bytesOf(text), { headers }), { status: 400, body: { code } })
  })
}

t.test('forms', async t => {
  const { upload } = await mediaSite()
  const refused = { status: 415, body: { code: 'rest_upload_unknown_error' } }
  t.match(await upload('a.txt', bytesOf('x'), { form: {}, field: 'image' }), refused)
  t.match(await upload('a.txt', bytesOf(''), { form: {} }), refused)
  t.match(await upload('a.txt', bytesOf('x'), { form: { title: 'A title' } }), {
    status: 201,
    body: { title: { raw: 'A title' } },
  })
})

t.test('the sum of a file', async t => {
  const { upload, files } = await mediaSite()
  const bytes = bytesOf('some text')
  const sum = createHash('md5').update(bytes).digest('hex')
  for (const form of [undefined, {}]) {
    const how = form === undefined ? {} : { form }
    t.match(await upload('a.txt', bytes, { ...how, headers: { 'content-md5': '0'.repeat(32) } }), {
      status: 412,
      body: { code: 'rest_upload_hash_mismatch' },
    })
    t.equal((await upload('a.txt', bytes, { ...how, headers: { 'content-md5': sum.toUpperCase() } })).status, 201)
  }
  t.equal(files.size, 2)
})

t.test('an attachment whose file was never fetched', async t => {
  const store = createMemoryStore()
  const { send } = await makeSite({ store })
  const post = await postsIn(store).insert({
    type: 'attachment',
    status: 'inherit',
    author: 1,
    date: '2024-01-01T00:00:00',
    dateGmt: '2024-01-01T00:00:00',
    modified: '2024-01-01T00:00:00',
    modifiedGmt: '2024-01-01T00:00:00',
    slug: 'old',
    title: 'Old',
    content: '',
    excerpt: '',
    password: '',
    parent: 0,
    menuOrder: 0,
    commentStatus: 'open',
    pingStatus: 'closed',
    guid: 'https://old.example/?p=1',
    mimeType: 'image/png',
    commentCount: 0,
  })
  t.match((await send(`GET /media/${post.id}?context=edit`)).body, {
    source_url: 'https://old.example/?p=1',
    media_details: { sizes: {} },
    filesize: null,
  })
  await metaIn(store).insert({
    kind: 'post',
    object: post.id,
    key: '_attachment_url',
    value: 'https://old.example/files/a.png',
  })
  t.match((await send(`GET /media/${post.id}?context=edit`)).body, {
    source_url: 'https://old.example/files/a.png',
    filename: 'a.png',
  })
  t.equal((await send(`DELETE /media/${post.id}?force=true`)).status, 200)
})

t.test('texts that cameras wrote', async t => {
  const { upload } = await mediaSite()
  const short = painted({ width: 9, height: 9, caption: 'A view' })
  t.match((await upload('a.png', short)).body, { title: { raw: 'A view' }, caption: { raw: 'A view' }, slug: 'a-view' })
  t.match((await upload('b.png', short, { query: 'title=Mine&caption=Too' })).body, {
    title: { raw: 'Mine' },
    caption: { raw: 'Too' },
  })
  const long = painted({ width: 9, height: 9, caption: 'long '.repeat(20).trim() })
  t.match((await upload('c.png', long)).body, { title: { raw: 'c' }, caption: { raw: /^long long/ } })
  const html = painted({ width: 9, height: 9, caption: 'A <script>alert(1)</script> view' })
  const { body } = await upload('d.png', html, { as: 'author' })
  t.notMatch((body as { title: { raw: string } }).title.raw, /<script/)
  t.notMatch((body as { caption: { raw: string } }).caption.raw, /<script/)
})

t.test('descriptions of images are text', async t => {
  const { upload, send } = await mediaSite()
  const { id } = (await upload('a.png', painted({ width: 9, height: 9 }))).body as { id: number }
  const texts: readonly (readonly [given: string, kept: string, shown: string])[] = [
    [' Two\n words ', 'Two words', 'Two words'],
    ['<b>bold</b> & "quoted"', 'bold & "quoted"', 'bold &amp; &quot;quoted&quot;'],
    ['"><img src=x onerror=alert(1)>', '">', '&quot;&gt;'],
    ['a < b', 'a &lt; b', 'a &lt; b'],
    ['', '', ''],
  ]
  for (const [alt_text, kept, shown] of texts) {
    const { body } = await send(`POST /media/${id}`, { body: { alt_text } })
    t.equal((body as { alt_text: string }).alt_text, kept)
    t.ok((body as { description: { rendered: string } }).description.rendered.includes(` alt="${shown}" />`), shown)
  }
})
