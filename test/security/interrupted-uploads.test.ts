import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createDiskStorage } from '@platen/media'
import { type MediaOptions, postsIn } from '@platen/site'
import t from 'tap'
import { filler, formAround, openRequest, rawFile, type Sending, servedSite } from './served-site.js'

const MIB = 1024 * 1024
const path = '/cms/v2/media'
const as = 'administrator'

function diskSite(t: Tap, media: MediaOptions = {}) {
  const folder = t.testdir({ uploads: {} })
  const uploads = `${folder}/uploads`
  const storage = createDiskStorage({ folder: uploads, url: 'https://site.example/files' })
  const files = () =>
    readdirSync(uploads, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
  return servedSite(t, { storage, maxBytes: 4 * MIB, ...media }).then(served => ({ ...served, files }))
}

const ways: readonly (readonly [name: string, sending: () => Omit<Sending, 'path'>])[] = [
  ['raw', () => ({ headers: rawFile(), pieces: filler(2 * MIB) })],
  ['as a form', () => formAround(filler(2 * MIB))],
]

for (const [way, sending] of ways) {
  t.test(`a client that goes away in the middle of a file leaves nothing behind: ${way}`, async t => {
    const { port, files, store } = await diskSite(t)
    const request = openRequest(port, { ...sending(), path, as, length: 4 * MIB })
    request.on('error', () => {})
    for (const piece of sending().pieces) if (request.writable) request.write(piece)
    for (let tries = 0; files().length === 0 && tries < 200; tries++) await wait(10)
    t.equal(files().length, 1, 'it is on its way')
    request.destroy()
    for (let tries = 0; files().length > 0 && tries < 200; tries++) await wait(10)
    t.same(files(), [])
    t.equal(await postsIn(store).count(), 0)
  })
}

const md5 = { 'content-md5': '0'.repeat(32) }
const refused: readonly (Partial<Sending> &
  Pick<Sending, 'pieces'> & { name: string; media?: MediaOptions; status: number; code: string })[] = [
  {
    name: 'a wrong sum',
    headers: { ...rawFile(), ...md5 },
    pieces: filler(MIB),
    status: 412,
    code: 'rest_upload_hash_mismatch',
  },
  {
    name: 'a type that is not allowed',
    headers: rawFile('a.sh'),
    pieces: filler(MIB),
    status: 415,
    code: 'rest_upload_sideload_error',
  },
  {
    name: 'a name that is not true',
    headers: rawFile('a.png'),
    pieces: filler(MIB),
    status: 415,
    code: 'rest_upload_sideload_error',
  },
  {
    name: 'too much in chunks',
    headers: rawFile(),
    pieces: filler(5 * MIB),
    status: 413,
    code: 'rest_upload_file_too_big',
  },
  { name: 'nothing in chunks', headers: rawFile(), pieces: [], status: 400, code: 'rest_upload_no_data' },
  { name: 'too much in a form', ...formAround(filler(5 * MIB)), status: 413, code: 'rest_upload_file_too_big' },
  {
    name: 'a bad field behind the file',
    ...formAround(filler(MIB), { date: 'never' }),
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: 'a post that is not there behind the file',
    ...formAround(filler(MIB), { post: '999' }),
    status: 403,
    code: 'rest_cannot_edit',
  },
  {
    name: 'a small form of a subscriber',
    as: 'subscriber',
    ...formAround(filler(1000)),
    length: 1150,
    status: 403,
    code: 'rest_cannot_create',
  },
  {
    name: 'a form that breaks off',
    headers: formAround([]).headers,
    pieces: [...formAround(filler(MIB)).pieces].slice(0, -1),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'too many fields behind the file',
    ...formAround(filler(MIB), Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, '']))),
    status: 413,
    code: 'rest_request_too_large',
  },
]

for (const { name, media, status, code, ...sending } of refused) {
  t.test(`nothing stays of an upload with ${name}`, async t => {
    const { send, files, store } = await diskSite(t, media)
    const { length, ...unannounced } = sending
    t.match(await send({ path, as, ...unannounced }), { status, code })
    t.same(files(), [])
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('an accepted upload does not change its file', async t => {
  for (const [, sending] of ways) {
    const { site, send, files } = await diskSite(t)
    t.equal((await send({ path, as, ...sending() })).status, 201)
    t.same(files(), ['a.txt'])
    t.match((await site.call('GET', '/cms/v2/media', undefined)).body, [{ media_details: { filesize: 2 * MIB } }])
  }
})

type Tap = {
  testdir(content: Record<string, Record<string, never>>): string
  teardown(work: () => Promise<void>): void
}
