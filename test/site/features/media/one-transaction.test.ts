import { RestError } from '@platen/core'
import { metaIn, postsIn, type Site } from '@platen/site'
import type { FileStorage } from '@platen/site/media'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { bytesOf, mediaSite, openStorage, painted } from './media-site.js'

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
