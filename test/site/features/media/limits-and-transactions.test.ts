import { createHash } from 'node:crypto'
import { RestError } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { metaIn, postsIn, type Site } from '@platen/site'
import type { FileStorage } from '@platen/site/media'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { bytesOf, mediaSite, openStorage, painted } from './media-site.js'

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

const picture = painted({ width: 400, height: 300 })
const ignore = () => {}

/** A storage that breaks after some files. */
function breaksAfter(count: number, files: Map<string, Uint8Array>): FileStorage {
  const storage = openStorage(files)
  let kept = 0
  return {
    ...storage,
    async put(path, file) {
      if (kept++ >= count) throw new Error('the disk is full')
      return storage.put(path, file)
    },
  }
}

onEveryStore(t, 'nothing stays of an upload whose files cannot be kept', async (t, make) => {
  for (const count of [0, 1, 2]) {
    const files = new Map<string, Uint8Array>()
    const made = await mediaSite({ storage: breaksAfter(count, files) }, { onError: ignore }, make)
    t.equal((await made.upload('a.png', picture)).status, 500)
    t.equal(files.size, 0, `after ${count} files`)
    t.equal(await postsIn(made.store).count(), 0)
    t.equal(await metaIn(made.store).count(), 0)
  }
})

onEveryStore(t, 'nothing stays of an upload that cannot be stored', async (t, make) => {
  const refusal = new RestError('not_today', 'Not today.', 409)
  const register = (site: Site) =>
    site.registerField('attachment', 'mood', {
      schema: { type: 'string' },
      set() {
        throw refusal
      },
    })
  const made = await mediaSite({}, { register }, make)
  t.match(await made.upload('a.png', picture, { query: 'mood=bad' }), { status: 409, body: { code: 'not_today' } })
  t.equal(made.files.size, 0)
  t.equal(await postsIn(made.store).count(), 0)
  t.equal(await metaIn(made.store).count(), 0)
  t.equal((await made.upload('a.png', picture)).status, 201)
  t.equal(made.files.size, 3)
})

/** What is wrong with a request whose file is right. */
const WRONG: readonly (readonly [query: string, status: number, code: string])[] = [
  ['date=never', 400, 'rest_invalid_param'],
  ['status=none', 400, 'rest_invalid_param'],
  ['template=none', 400, 'rest_invalid_param'],
  ['generate_sub_sizes=perhaps', 400, 'rest_invalid_param'],
  ['post=999', 403, 'rest_cannot_edit'],
  ['featured_media=999', 400, 'rest_no_featured_media'],
]

for (const [query, status, code] of WRONG) {
  t.test(`nothing stays of an upload with ${query}`, async t => {
    const made = await mediaSite()
    t.match(await made.upload('a.png', picture, { query }), { status, body: { code } })
    t.equal(made.files.size, 0)
    t.equal(await postsIn(made.store).count(), 0)
  })
}

t.test('a sound takes an image that is one', async t => {
  const made = await mediaSite()
  const sound = bytesOf('ID3 sound')
  const { id } = (await made.upload('a.png', picture)).body as { id: number }
  const { id: text } = (await made.upload('a.txt', bytesOf('x'))).body as { id: number }
  t.match(await made.upload('b.mp3', sound, { query: `featured_media=${id}` }), {
    status: 201,
    body: { featured_media: id },
  })
  t.match(await made.upload('c.mp3', sound, { query: `featured_media=${text}` }), {
    status: 400,
    body: { code: 'rest_invalid_featured_media' },
  })
  t.equal(made.files.size, 5)
})

onEveryStore(t, 'a refused change of an attachment changes nothing', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { id } = (await made.upload('a.png', picture)).body as { id: number }
  const before = (await made.send(`GET /media/${id}?context=edit`)).body
  const answers = [
    await made.send(`POST /media/${id}`, { body: { title: 'New', alt_text: 'New', author: 999 } }),
    await made.send(`POST /media/${id}`, { body: { title: 'New', alt_text: 'New', post: id } }),
  ]
  t.same(
    answers.map(({ status, body }) => [status, (body as { code: string }).code]),
    [
      [400, 'rest_invalid_author'],
      [400, 'rest_invalid_param'],
    ],
  )
  t.same((await made.send(`GET /media/${id}?context=edit`)).body, before)
})

onEveryStore(t, 'nothing stays of an edit or of sizes that cannot be stored', async (t, make) => {
  const files = new Map<string, Uint8Array>()
  const made = await mediaSite({ storage: openStorage(files) }, { onError: ignore }, make)
  const answer = await made.upload('a.png', picture, { query: 'generate_sub_sizes=false' })
  const { id, source_url: src } = answer.body as { id: number; source_url: string }
  const broken = await mediaSite({ storage: breaksAfter(1, files) }, { onError: ignore, store: made.store })
  t.equal((await broken.send(`POST /media/${id}/edit`, { body: { src, rotation: 90 } })).status, 500)
  t.equal(
    (await broken.send(`POST /media/${id}/post-process`, { body: { action: 'create-image-subsizes' } })).status,
    500,
  )
  t.equal(files.size, 1)
  t.equal(await postsIn(made.store).count(), 1)
})

t.test('a failure to remove a file does not keep the attachment', async t => {
  const files = new Map<string, Uint8Array>()
  const warnings: string[] = []
  const stubborn = { ...openStorage(files), remove: async () => Promise.reject(new Error('read-only')) }
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) }
  const made = await mediaSite({ storage: stubborn }, { services: { logger } })
  const { id } = (await made.upload('a.txt', bytesOf('x'))).body as { id: number }
  t.equal((await made.send(`DELETE /media/${id}?force=true`)).status, 200)
  t.equal((await made.send(`GET /media/${id}`)).status, 404)
  t.same(warnings, ['a file could not be removed'])
})

onEveryStore(t, 'a deleted user takes along the files, and what refers to them', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const author = made.users.get('author')?.id ?? 0
  const uploaded = await made.upload('a.png', picture, { as: 'author' })
  const id = (uploaded.body as { id: number }).id
  t.equal((await made.upload('b.png', picture)).status, 201)
  t.equal(made.files.size, 6)
  await made.store.options.set('site_icon', id)
  const post = await made.send('POST /posts', { body: { title: 'Shows it', featured_media: id } })
  t.equal((await made.send(`DELETE /users/${author}?force=true&reassign=false`)).status, 200)
  t.equal(await postsIn(made.store).get(id), undefined)
  t.equal(made.files.size, 3, 'those of others stay')
  t.equal(await made.store.options.get('site_icon'), undefined)
  t.match(await made.send(`GET /posts/${(post.body as { id: number }).id}`), { body: { featured_media: 0 } })
})
