import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const picture = readFileSync(fileURLToPath(new URL('../../../test/parity/files/media-photo.jpg', import.meta.url)))

/** Serves a new site; resolves with what asks its interface as its administrator. */
async function serve(t: Parameters<typeof newFolder>[0], words: readonly string[]) {
  const running = start(['serve', '--create', '--port', '0', '--log-level', 'silent', ...words])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, address = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  const [, password = ''] = await running.printed(/^ +application password +(\S.*)$/m)
  const namespace = address.endsWith('/wp-json') ? 'wp/v2' : 'cms/v2'
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const init = body === undefined ? { method } : { method, body }
    const answer = await fetch(`${address}/${namespace}${path}`, { ...init, headers: { authorization, ...headers } })
    return { status: answer.status, body: (await answer.json()) as Item & readonly Item[] }
  }
  return { address, site: address.replace(/\/\w+-json$/, ''), send }
}

interface Item {
  readonly id: number
  readonly source_url: string
  readonly media_details: { readonly sizes: Readonly<Record<string, { readonly source_url: string }>> }
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const uploading = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="rose.jpg"' }

const places = [
  ['beside the site', (data: string) => ['--data', data], (data: string) => join(data, 'files')],
  [
    'in a folder of its own',
    (data: string) => ['--data', data, '--files', join(data, 'pictures')],
    (data: string) => join(data, 'pictures'),
  ],
  ['in memory', () => ['--store', 'memory'], () => undefined],
] as const

for (const [where, words, folderIn] of places) {
  t.test(`files ${where}`, async t => {
    const data = newFolder(t)
    const folder = folderIn(data)
    const { send, site } = await serve(t, words(data))
    const made = await send('POST', '/media', uploading, Uint8Array.from(picture))
    t.equal(made.status, 201)
    const { id, source_url: url, media_details: details } = made.body
    t.ok(url.startsWith(`${site}/files/`), url)
    const file = await fetch(url)
    t.equal(file.headers.get('content-type'), 'image/jpeg')
    t.same(Buffer.from(await file.arrayBuffer()), picture)
    const small = details.sizes['thumbnail']?.source_url ?? ''
    t.same([...(await bytesAt(small)).subarray(0, 2)], [0xff, 0xd8], 'smaller pictures are made')
    const path = folder === undefined ? undefined : join(folder, url.slice(`${site}/files/`.length))
    if (path !== undefined) t.ok(existsSync(path), path)
    t.match(await send('GET', '/media'), { status: 200, body: [{ id, source_url: url }] })
    t.match(await send('DELETE', `/media/${id}?force=true`), { status: 200, body: { deleted: true } })
    for (const gone of [url, small]) t.equal((await fetch(gone)).status, 404)
    if (path !== undefined) t.notOk(existsSync(path))
    t.same((await send('GET', '/media')).body, [])
  })
}

t.test('in the dialect wp, files are where content of that server expects them, and at their earlier URLs', async t => {
  const { send, site } = await serve(t, ['--store', 'memory', '--dialect', 'wp'])
  const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
  const [, path = ''] = /^(?:.*)\/wp-content\/uploads(\/\d{4}\/\d{2}\/rose\.jpg)$/.exec(body.source_url) ?? []
  t.equal(body.source_url, `${site}/wp-content/uploads${path}`)
  const headersAt = async (url: string) => {
    const answer = await fetch(url)
    t.same(Buffer.from(await answer.arrayBuffer()), picture, url)
    return Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
  }
  const headers = await headersAt(body.source_url)
  t.match(headers, { 'content-security-policy': /^sandbox/, 'x-content-type-options': 'nosniff' })
  t.same(await headersAt(`${site}/files${path}`), headers)
  for (const wrong of [
    '/wp-content/uploads/../site.sqlite',
    '/wp-content/uploads/%2e%2e/site.sqlite',
    '/wp-content/uploads/',
  ])
    t.equal((await fetch(site + wrong)).status, 404, wrong)
  t.equal((await fetch(body.source_url, { method: 'POST', body: 'x' })).status, 405)
})

t.test('in the dialect cms, they are not', async t => {
  const { send, site } = await serve(t, ['--store', 'memory'])
  const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
  t.equal((await fetch(body.source_url.replace(`${site}/files`, `${site}/wp-content/uploads`))).status, 404)
})

t.test('a file that is not there', async t => {
  const { site } = await serve(t, ['--store', 'memory'])
  t.equal((await fetch(`${site}/files/none.jpg`)).status, 404)
})

t.test('uploads may be large, though not of any size', async t => {
  const { send } = await serve(t, ['--store', 'memory'])
  const large = new Uint8Array(12 * 1024 * 1024)
  const text = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="long.txt"' }
  t.equal((await send('POST', '/media', text, large.fill(0x61))).status, 201)
  const answer = await send('POST', '/media', text, new Uint8Array(64 * 1024 * 1024 + 1))
  t.match(answer, { status: 413, body: { code: 'rest_upload_file_too_big' } })
})

t.test('pages of other origins read files if they may read the interface', async t => {
  const allowed = async (config: string) => {
    const file = join(newFolder(t), 'platen.config.mjs')
    writeFileSync(file, `export default ${config}`)
    const { send } = await serve(t, ['--store', 'memory', '--config', file])
    const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
    return (await fetch(body.source_url)).headers.get('access-control-allow-origin')
  }
  t.equal(await allowed('{}'), '*')
  t.equal(await allowed('{ cors: { anyOrigin: false } }'), null)
  t.equal(await allowed('{ cors: false }'), null)
})
