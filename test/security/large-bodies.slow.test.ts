import { createMemoryStorage } from '@platen/media'
import t from 'tap'
import { growsWith } from '../growth.js'
import { filler, formAround, rawFile, type Sending, servedSite } from './served-site.js'

const MIB = 1024 * 1024
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const media = { storage: createMemoryStorage({ url: 'https://site.example/files' }) }

/** JSON that takes long to read: very many small lists. */
function* lists(bytes: number) {
  const [head, tail] = ['{"title":"x","tags":[[]', ']}']
  yield Buffer.from(head)
  yield* filler(bytes - head.length - tail.length, Buffer.from(',[]'.repeat(20_000)))
  yield Buffer.from(tail)
}

const cases: readonly (Sending & { name: string; status: number; code: string })[] = [
  {
    name: '60 MB of JSON of nobody',
    path: '/cms/v2/posts',
    headers: json,
    length: 60_000_000,
    pieces: lists(60_000_000),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: '60 MB of JSON of nobody, in chunks',
    path: '/cms/v2/posts',
    headers: json,
    pieces: lists(60_000_000),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: '60 MB of JSON of an administrator',
    path: '/cms/v2/posts',
    as: 'administrator',
    headers: json,
    length: 60_000_000,
    pieces: lists(60_000_000),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: '60 MB of JSON of an administrator, in chunks',
    path: '/cms/v2/posts',
    as: 'administrator',
    headers: json,
    pieces: lists(60_000_000),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: '1 MiB of JSON of nobody',
    path: '/cms/v2/tags',
    headers: json,
    length: MIB,
    pieces: lists(MIB),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: '1 MiB of JSON of nobody for what is not there',
    method: 'PUT',
    path: '/cms/v2/posts/999',
    headers: json,
    length: MIB,
    pieces: lists(MIB),
    status: 404,
    code: 'rest_post_invalid_id',
  },
  {
    name: '60 MB of JSON for settings',
    path: '/cms/v2/settings',
    headers: json,
    length: 60_000_000,
    pieces: lists(60_000_000),
    status: 401,
    code: 'empty_username',
  },
  {
    name: '60 MB of JSON for no route',
    path: '/cms/v2/nothing',
    headers: json,
    length: 60_000_000,
    pieces: lists(60_000_000),
    status: 404,
    code: 'rest_no_route',
  },
  {
    name: 'a large batch',
    path: '/batch/v1',
    headers: json,
    length: 3 * MIB,
    pieces: lists(3 * MIB),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: 'a large form',
    path: '/cms/v2/posts',
    as: 'administrator',
    headers: form,
    length: 60_000_000,
    pieces: filler(60_000_000),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: 'a large file for a route that takes none',
    path: '/cms/v2/posts',
    as: 'administrator',
    ...formAround(filler(60_000_000)),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: 'a file of 200 MB of nobody',
    path: '/cms/v2/media',
    headers: rawFile(),
    length: 200 * MIB,
    pieces: filler(200 * MIB),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: 'a file of 200 MB of nobody, in chunks',
    path: '/cms/v2/media',
    headers: rawFile(),
    pieces: filler(200 * MIB),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: 'a form with a file of 200 MB of nobody',
    path: '/cms/v2/media',
    ...formAround(filler(200 * MIB)),
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: 'a form with a file of 200 MB of a subscriber',
    path: '/cms/v2/media',
    as: 'subscriber',
    ...formAround(filler(200 * MIB)),
    status: 403,
    code: 'rest_cannot_create',
  },
  {
    name: 'a file of 200 MB of an administrator',
    path: '/cms/v2/media',
    as: 'administrator',
    headers: rawFile(),
    length: 200 * MIB,
    pieces: filler(200 * MIB),
    status: 413,
    code: 'rest_upload_file_too_big',
  },
]

for (const { name, status, code, ...sending } of cases) {
  t.test(`${name}: ${status}, and most of it is never read`, async t => {
    const { send, server, received } = await servedSite(t, media)
    let blocked = 0
    let last = performance.now()
    const timer = setInterval(() => {
      blocked = Math.max(blocked, performance.now() - last)
      last = performance.now()
    }, 5)
    const answer = await send(sending)
    clearInterval(timer)
    t.match(answer, { status, code })
    await server.close()
    t.ok(received() < 24 * MIB, `${received()} bytes were read`)
    t.ok(blocked < 6000, `the process was busy for ${Math.round(blocked)} ms`)
  })
}

const small: readonly (Sending & { name: string; status: number; code: string })[] = [
  {
    name: 'a bad argument of nobody',
    path: '/cms/v2/posts',
    headers: json,
    pieces: [Buffer.from('{"tags":"x"}')],
    length: 12,
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: 'a good one of nobody, in chunks',
    path: '/cms/v2/posts',
    headers: json,
    pieces: [Buffer.from('{"tags":'), Buffer.from('[]}')],
    status: 401,
    code: 'rest_cannot_create',
  },
  {
    name: 'a bad argument beside a file of nobody',
    path: '/cms/v2/media?date=never',
    headers: rawFile(),
    pieces: filler(1000),
    length: 1000,
    status: 400,
    code: 'rest_invalid_param',
  },
]

for (const { name, status, code, ...sending } of small) {
  t.test(`small bodies are validated before permission: ${name}`, async t => {
    const { send } = await servedSite(t, media)
    t.match(await send(sending), { status, code })
  })
}

const units = ['[],', '{"a":[]},', '[[[[[[[]]]]]]],', '"\\ud83d\\ude00",', '1,', '"",', '{},']
t.test('JSON of the size that is allowed takes time in proportion, whatever it is made of', async t => {
  const { send } = await servedSite(t, media)
  for (const unit of units) {
    const read = async (units: string) => {
      const text = `{"unknown":[${units}0]}`
      const pieces = [Buffer.from(text)]
      const sending = { path: '/cms/v2/posts', as: 'administrator', headers: json, length: text.length, pieces }
      t.equal((await send(sending)).status, 400, unit)
    }
    t.equal(await growsWith(unit, read, 2 * MIB - 100), undefined, unit)
  }
})

t.test('a limit of the site', async t => {
  const { site } = await servedSite(t)
  t.equal(site.context.registry.dispatchContext.maxBodyBytes, 2 * MIB)
})
