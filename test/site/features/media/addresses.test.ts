import { RestError } from '@platen/core'
import { postsIn } from '@platen/site'
import t from 'tap'
import { bytesOf, mediaSite, painted } from './media-site.js'

const picture = painted({ width: 9, height: 9 })

t.test('a file of the own storage', async t => {
  const { upload, send, files } = await mediaSite()
  const { source_url: url } = (await upload('a.png', picture)).body as { source_url: string }
  t.match(await send('POST /media', { body: { url } }), {
    status: 201,
    body: { filename: 'a-1.png', title: { raw: 'a-1' } },
  })
  t.match(await send('POST /media', { body: { url: `${url}?v=1#x`, title: 'Copy' } }), {
    status: 201,
    body: { filename: 'a-2.png', title: { raw: 'Copy' } },
  })
  t.equal(files.size, 3)
})

const UNREACHABLE: readonly (readonly [url: unknown, code: string])[] = [
  ['', 'rest_invalid_param'],
  ['no address', 'rest_invalid_param'],
  ['ftp://site.example/files/a.png', 'rest_invalid_param'],
  ['file:///etc/passwd', 'rest_invalid_param'],
  ['https://user:secret@site.example/files/a.png', 'rest_invalid_param'],
  ['https://elsewhere.example/a.png', 'rest_invalid_param'],
  [['https://site.example/files/a.png'], 'rest_invalid_param'],
  [5, 'rest_invalid_param'],
  ['https://site.example/files/none.png', 'rest_upload_not_found'],
  ['https://site.example/files/../../etc/passwd.png', 'rest_upload_not_found'],
  ['https://site.example/files/%2e%2e%2fpasswd.png', 'rest_upload_not_found'],
  ['https://site.example/files/%E4.png', 'rest_invalid_url'],
  ['https://site.example/files/', 'rest_invalid_url'],
]

for (const [url, code] of UNREACHABLE) {
  t.test(`nothing comes of ${JSON.stringify(url)}`, async t => {
    const { send, store } = await mediaSite()
    t.match(await send('POST /media', { body: { url } }), { status: 400, body: { code } })
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('a file of the web', async t => {
  const asked: unknown[] = []
  const { send } = await mediaSite({
    maxBytes: 1000,
    async download(url, { maxBytes }) {
      asked.push([url, maxBytes])
      if (url.endsWith('none.png')) return undefined
      if (url.endsWith('late.png')) throw new RestError('rest_invalid_url', 'Too late.', 400)
      return url.endsWith('.txt') ? bytesOf('<?php') : picture
    },
  })
  const get = (name: string) => send('POST /media', { body: { url: `https://web.example/x/${name}` } })
  t.match(await get('a%20b.png'), { status: 201, body: { filename: 'a-b.png' } })
  t.match(await get('none.png'), { status: 400, body: { code: 'rest_upload_not_found' } })
  t.match(await get('late.png'), { status: 400, body: { code: 'rest_invalid_url' } })
  t.match(await get('a.txt'), { status: 415, body: { code: 'rest_upload_sideload_error' } })
  t.same(asked[0], ['https://web.example/x/a%20b.png', 1000])
})

t.test('who may not upload makes the site fetch nothing', async t => {
  let fetched = 0
  const { send } = await mediaSite({
    async download() {
      fetched++
      return picture
    },
  })
  for (const as of ['anonymous', 'subscriber', 'contributor']) {
    t.match(await send('POST /media', { as, body: { url: 'https://web.example/a.png' } }), {
      body: { code: 'rest_cannot_create' },
    })
  }
  t.equal(fetched, 0)
})
