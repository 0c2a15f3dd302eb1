import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { RequestBody, RestRequest } from '@platen/core'
import { createListener } from '@platen/http'
import express, { type Express, type RequestHandler } from 'express'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { answer, withWholeBody } from './serve.js'

/** A dispatcher that remembers what it was asked. */
function remembering() {
  const requests: RestRequest[] = []
  const dispatch = async (request: RestRequest) => {
    requests.push(await withWholeBody(request))
    return answer()
  }
  return { requests, dispatch }
}

/** Sends a body to an app that listens on a free port. */
async function post(t: Test, app: Express, path: string, type: string, body: string): Promise<Response> {
  const server = app.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
}

const parsers: { name: string; parser: RequestHandler; type: string; sent: string; body: RequestBody }[] = [
  {
    name: 'express.json()',
    parser: express.json(),
    type: 'application/json',
    sent: '{"a":{"b":1}}',
    body: { kind: 'json', value: { a: { b: 1 } } },
  },
  {
    name: 'express.urlencoded()',
    parser: express.urlencoded({ extended: true }),
    type: 'application/x-www-form-urlencoded',
    sent: 'a[b]=1',
    body: { kind: 'json', value: { a: { b: '1' } } },
  },
  {
    name: 'express.text()',
    parser: express.text(),
    type: 'text/plain',
    sent: 'a',
    body: { kind: 'text', text: 'a' },
  },
  {
    name: 'express.raw()',
    parser: express.raw(),
    type: 'application/octet-stream',
    sent: 'a',
    body: { kind: 'bytes', bytes: Buffer.from('a') },
  },
  {
    name: 'a parser of another type',
    parser: express.json(),
    type: 'text/plain',
    sent: 'a',
    body: { kind: 'bytes', bytes: Buffer.from('a') },
  },
]
for (const { name, parser, type, sent, body } of parsers) {
  t.test(`behind ${name} its result is the body`, async t => {
    const { requests, dispatch } = remembering()
    const got = await post(t, express().use(parser).use(createListener({ dispatch })), '/cms-json/a', type, sent)
    t.equal(got.status, 200)
    t.match(requests, [{ body }])
  })
}

const FORM = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA form\r\n--b--\r\n'
const formParsers: { name: string; parser: RequestHandler; status: number; fields?: readonly (readonly string[])[] }[] =
  [
    { name: 'express.json()', parser: express.json(), status: 200, fields: [['title', 'A form']] },
    { name: 'express.raw()', parser: express.raw({ type: '*/*' }), status: 200, fields: [['title', 'A form']] },
    { name: 'express.text()', parser: express.text({ type: '*/*' }), status: 415 },
    {
      name: 'a parser of forms',
      parser: (request, _response, next) => {
        request.body = { title: 'A form' }
        request.resume().on('end', next)
      },
      status: 415,
    },
  ]
for (const { name, parser, status, fields } of formParsers) {
  t.test(`a multipart form behind ${name} is a ${status}`, async t => {
    const { requests, dispatch } = remembering()
    const app = express().use(parser).use(createListener({ dispatch }))
    const got = await post(t, app, '/cms-json/a', 'multipart/form-data; boundary=b', FORM)
    t.equal(got.status, status)
    const [request] = requests
    t.same(request?.body?.kind === 'multipart' ? request.body.form.fields : undefined, fields)
    if (status === 415) t.match(await got.json(), { code: 'rest_unsupported_media_type' })
  })
}

const mounted: { asked: string; path: string; query: string }[] = [
  { asked: '/api/cms-json', path: '/', query: '' },
  { asked: '/api/cms-json?a=1', path: '/', query: 'a=1' },
  { asked: '/api/cms-json/cms/v2/posts?a=1', path: '/cms/v2/posts', query: 'a=1' },
]

for (const { asked, path, query } of mounted) {
  t.test(`responds to ${asked} within an Express app`, async t => {
    const { requests, dispatch } = remembering()
    const app = express()
      .use('/api/cms-json', createListener({ dispatch }, { basePath: '' }))
      .use(express.json())
    const got = await post(t, app, asked, 'application/json', '{"a":1}')
    t.equal(got.status, 200)
    t.match(requests, [{ method: 'POST', path, query, body: { kind: 'bytes', bytes: Buffer.from('{"a":1}') } }])
    await got.arrayBuffer()
  })
}

t.test('within a Fastify app the body that it parsed is used, and the rest is read', async t => {
  const { requests, dispatch } = remembering()
  const listener = createListener({ dispatch })
  const app = fastify()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/cms-json/*', (request, reply) => {
    reply.hijack()
    listener(Object.assign(request.raw, { body: request.body }), reply.raw)
  })
  t.teardown(() => app.close())
  const root = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const [type, body] of [
    ['application/json', '{"a":1}'],
    ['application/x-www-form-urlencoded', 'a=1'],
  ] as const) {
    const got = await fetch(`${root}/cms-json/a`, { method: 'POST', headers: { 'content-type': type }, body })
    t.equal(got.status, 200)
  }
  t.match(requests, [
    { body: { kind: 'json', value: { a: 1 } } },
    { body: { kind: 'bytes', bytes: Buffer.from('a=1') } },
  ])
})
