import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDownloader } from '@platen/media'
import t, { type Test } from 'tap'

async function serve(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { maxBytes: 100, signal: undefined }
const download = createDownloader({ allowPrivate: address => address === '127.0.0.1' })

t.test('fetches a file', async t => {
  const base = await serve(t, (_, res) => res.end('some bytes'))
  t.equal(new TextDecoder().decode(await download(`${base}/a.png`, limits)), 'some bytes')
})

t.test('follows redirects, and not for ever', async t => {
  const base = await serve(t, (req, res) => {
    if (req.url === '/end') return void res.end('found')
    res.writeHead(302, { location: req.url === '/start' ? 'end' : '/again' }).end()
  })
  t.equal(new TextDecoder().decode(await download(`${base}/start`, limits)), 'found')
  await t.rejects(download(`${base}/again`, limits), { code: 'rest_invalid_url', status: 400 })
})

const ANSWERS: readonly { readonly name: string; readonly listener: RequestListener; readonly code: string }[] = [
  { name: 'an error', listener: (_, res) => void res.writeHead(500).end(), code: 'rest_invalid_url' },
  { name: 'too much', listener: (_, res) => void res.end('x'.repeat(101)), code: 'rest_upload_file_too_big' },
  { name: 'a broken connection', listener: req => void req.socket.destroy(), code: 'rest_invalid_url' },
  {
    name: 'a way to a file of the machine',
    listener: (_, res) => void res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    code: 'rest_invalid_url',
  },
  {
    name: 'a way into another private network',
    listener: (_, res) => void res.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    code: 'rest_invalid_url',
  },
]

for (const { name, listener, code } of ANSWERS) {
  t.test(`refuses ${name}`, async t => {
    const base = await serve(t, listener)
    await t.rejects(download(`${base}/a.png`, limits), { code })
  })
}

t.test('a missing file resolves with undefined', async t => {
  const base = await serve(t, (_, res) => void res.writeHead(404).end())
  t.equal(await download(`${base}/a.png`, limits), undefined)
})

t.test('gives up', async t => {
  const base = await serve(t, () => {})
  const hasty = createDownloader({ timeout: 50, allowPrivate: () => true })
  await t.rejects(hasty(`${base}/a.png`, limits), { code: 'rest_invalid_url' })
  const stop = new AbortController()
  const fetching = download(`${base}/a.png`, { maxBytes: 100, signal: stop.signal })
  stop.abort()
  await t.rejects(fetching, { code: 'rest_invalid_url' })
})

const PRIVATE = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '10.1.2.3',
  '192.168.0.1',
  '169.254.169.254',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '0.0.0.0',
  '2130706433',
]

t.test('reaches nothing within the own network', async t => {
  let asked = 0
  const base = await serve(t, (_, res) => {
    asked++
    res.end('secret')
  })
  const { port } = new URL(base)
  for (const host of PRIVATE) {
    await t.rejects(createDownloader()(`http://${host}:${port}/`, limits), { code: 'rest_invalid_url' }, host)
  }
  t.equal(asked, 0)
})
