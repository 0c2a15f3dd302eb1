import { binaryBody, createRegistry, endpoint } from '@platen/core'
import t from 'tap'

const bytes = Uint8Array.from({ length: 70_001 }, (_, i) => (i * 7) % 256)

function aRegistry() {
  const registry = createRegistry()
  registry.route('files/v1', '/one', {
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: 'public',
        handler: () => ({
          body: binaryBody('application/zip', bytes),
          headers: { 'Content-Disposition': 'attachment' },
          fieldsApplied: true,
        }),
      }),
    ],
  })
  return registry
}

const get = (query = '', method = 'GET') => aRegistry().dispatch({ method, path: '/files/v1/one', query })

t.test('a file is sent as its bytes, with its content type', async t => {
  const { status, headers, bytes: sent } = await get()
  t.equal(status, 200)
  t.match(headers, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' })
  t.equal(headers['ETag'], undefined)
  t.equal(sent, bytes)
})

t.test('HEAD sends none', async t => {
  const { headers, bytes: sent, text } = await get('', 'HEAD')
  t.equal(headers['Content-Type'], 'application/zip')
  t.equal(sent, undefined)
  t.equal(text(), '')
})

t.test('in JSON it is base64', async t => {
  const base64 = Buffer.from(bytes).toString('base64')
  const enveloped = await get('_envelope')
  t.equal(enveloped.bytes, undefined)
  t.match(JSON.parse(enveloped.text()), { status: 200, body: base64 })
  t.match(enveloped.headers['Content-Type'], /^application\/json/)
  const padded = await get('_jsonp=show')
  t.equal(padded.text(), `/**/show("${base64.replaceAll('/', '\\/')}")`.replaceAll('\\/', '/'))
  t.match(padded.headers['Content-Type'], /^application\/javascript/)
})
